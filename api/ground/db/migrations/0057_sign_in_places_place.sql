-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sign_in_places_place_idx" ON "sign_in_places" USING btree ("place_hash");
