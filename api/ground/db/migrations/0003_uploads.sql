ALTER TABLE "media_requests" ADD COLUMN "source_size" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media_requests" ADD COLUMN "thumbnail_source_key" text;--> statement-breakpoint
ALTER TABLE "media_requests" ADD COLUMN "file_name" text DEFAULT 'file' NOT NULL;--> statement-breakpoint
ALTER TABLE "media_requests" ADD COLUMN "client_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "media_requests_thumbnail_source_key_unique" ON "media_requests" USING btree ("thumbnail_source_key");--> statement-breakpoint
CREATE UNIQUE INDEX "media_requests_client_unique" ON "media_requests" USING btree ("profile_id","client_id");--> statement-breakpoint
ALTER TABLE "media_requests" ADD CONSTRAINT "media_requests_source_size_from_zero" CHECK ("media_requests"."source_size" >= 0);--> statement-breakpoint
ALTER TABLE "media_requests" ADD CONSTRAINT "media_requests_thumbnail_source_key_length" CHECK (char_length("media_requests"."thumbnail_source_key") between 1 and 500);--> statement-breakpoint
ALTER TABLE "media_requests" ADD CONSTRAINT "media_requests_file_name_length" CHECK (char_length("media_requests"."file_name") between 1 and 255);