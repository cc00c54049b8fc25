ALTER TABLE "schools" ADD COLUMN "time_zone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "language" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "approval" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "retention_months" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "works_per_day" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "storage_megabytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "page_views" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_time_zone_length" CHECK (char_length("schools"."time_zone") between 0 and 64);--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_language_known" CHECK ("schools"."language" in (0, 1, 2));--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_approval_known" CHECK ("schools"."approval" in (0, 1, 2));--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_retention_months_range" CHECK ("schools"."retention_months" between 0 and 1200);--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_works_per_day_range" CHECK ("schools"."works_per_day" between 0 and 10000);--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_storage_megabytes_range" CHECK ("schools"."storage_megabytes" between 0 and 10000000);