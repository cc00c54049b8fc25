-- outside a transaction
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "service_account" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT IF EXISTS "users_service_account_hidden", ADD CONSTRAINT "users_service_account_hidden" CHECK (not "users"."service_account" or ("users"."deleted_at" is not null and "users"."password_hash" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT IF EXISTS "users_person_has_two_names", ADD CONSTRAINT "users_person_has_two_names" CHECK ("users"."service_account" or char_length("users"."last_name") > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT IF EXISTS "users_last_name_length", ADD CONSTRAINT "users_last_name_length" CHECK (char_length("users"."last_name") between 0 and 200) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_service_account_hidden";--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_person_has_two_names";--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_last_name_length";
