-- outside a transaction
ALTER TABLE "textbooks" ADD COLUMN IF NOT EXISTS "external_id" text;--> statement-breakpoint
ALTER TABLE "textbooks" DROP CONSTRAINT IF EXISTS "textbooks_external_id_length", ADD CONSTRAINT "textbooks_external_id_length" CHECK (char_length("textbooks"."external_id") between 1 and 200) NOT VALID;--> statement-breakpoint
ALTER TABLE "textbooks" VALIDATE CONSTRAINT "textbooks_external_id_length";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "textbooks_external_id_unique" ON "textbooks" USING btree ("external_id") WHERE "textbooks"."deleted_at" is null;
