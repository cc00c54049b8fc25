-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "api_keys_created_idx" ON "api_keys" USING btree ("created_at","id");
