-- outside a transaction
ALTER TABLE "schools" ADD COLUMN IF NOT EXISTS "logo_media_id" uuid;--> statement-breakpoint
ALTER TABLE "schools" DROP CONSTRAINT IF EXISTS "schools_logo_media_id_media_id_fk";--> statement-breakpoint
-- NOT VALID, since no row has a value yet: the table need not be read under the lock.
ALTER TABLE "schools" ADD CONSTRAINT "schools_logo_media_id_media_id_fk" FOREIGN KEY ("logo_media_id") REFERENCES "public"."media"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "schools" VALIDATE CONSTRAINT "schools_logo_media_id_media_id_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "schools_logo_media_idx" ON "schools" USING btree ("logo_media_id") WHERE "schools"."logo_media_id" is not null;
