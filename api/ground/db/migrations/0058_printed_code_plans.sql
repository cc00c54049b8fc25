-- outside a transaction
ALTER TABLE "printed_codes" ADD COLUMN IF NOT EXISTS "planned_target_id" uuid, ADD COLUMN IF NOT EXISTS "planned_at" timestamp (3) with time zone, ADD COLUMN IF NOT EXISTS "planned_day" date, ADD COLUMN IF NOT EXISTS "planned_by_id" uuid;--> statement-breakpoint
ALTER TABLE "printed_codes" DROP CONSTRAINT IF EXISTS "printed_codes_planned_by_id_users_id_fk", ADD CONSTRAINT "printed_codes_planned_by_id_users_id_fk" FOREIGN KEY ("planned_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "printed_codes" VALIDATE CONSTRAINT "printed_codes_planned_by_id_users_id_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "printed_codes_planned_target_idx" ON "printed_codes" USING btree ("planned_target_id") WHERE "printed_codes"."planned_target_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "printed_codes_planned_by_idx" ON "printed_codes" USING btree ("planned_by_id") WHERE "printed_codes"."planned_by_id" is not null;
