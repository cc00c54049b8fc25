-- outside a transaction
ALTER TABLE "audit_log" ADD COLUMN IF NOT EXISTS "api_key_name" text;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN IF NOT EXISTS "external_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "external_id" text;--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT IF EXISTS "audit_log_api_key_name_length", ADD CONSTRAINT "audit_log_api_key_name_length" CHECK (char_length("audit_log"."api_key_name") between 1 and 100) NOT VALID;--> statement-breakpoint
ALTER TABLE "classes" DROP CONSTRAINT IF EXISTS "classes_external_id_length", ADD CONSTRAINT "classes_external_id_length" CHECK (char_length("classes"."external_id") between 1 and 200) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT IF EXISTS "users_external_id_length", ADD CONSTRAINT "users_external_id_length" CHECK (char_length("users"."external_id") between 1 and 200) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_log" VALIDATE CONSTRAINT "audit_log_api_key_name_length";--> statement-breakpoint
ALTER TABLE "classes" VALIDATE CONSTRAINT "classes_external_id_length";--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_external_id_length";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "classes_external_id_unique" ON "classes" USING btree ("external_id") WHERE "classes"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "users_external_id_unique" ON "users" USING btree ("external_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "classes_live_class_code" ON "classes" USING btree ("class_code") WHERE "classes"."deleted_at" is null;--> statement-breakpoint
-- The new index takes the name of the old one in one transaction, so that a code is unique at every moment and servers of
-- before know the violation by its name.
DO $$
BEGIN
	DROP INDEX IF EXISTS "classes_class_code_unique";
	ALTER INDEX "classes_live_class_code" RENAME TO "classes_class_code_unique";
END $$;
