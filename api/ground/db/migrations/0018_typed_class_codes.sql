-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "classes_typed_code_idx" ON "classes" USING btree (translate(upper(regexp_replace(normalize("class_code", NFKC), '[[:space:]‐‑‒–—―−ー-]', '', 'g')), 'OQILUSZB', '0011V528')) WHERE "classes"."deleted_at" is null;
