CREATE TABLE "usage_book_days" (
	"day" date NOT NULL,
	"textbook_id" uuid,
	"lesson_id" uuid,
	"content_id" uuid,
	"content_type" smallint,
	"name" text NOT NULL,
	"page_url" text NOT NULL,
	"views" bigint NOT NULL,
	"duration" bigint NOT NULL,
	CONSTRAINT "usage_book_days_key" UNIQUE NULLS NOT DISTINCT("day","textbook_id","lesson_id","content_id","content_type","name","page_url")
);
--> statement-breakpoint
CREATE TABLE "usage_class_days" (
	"day" date NOT NULL,
	"class_id" uuid NOT NULL,
	"textbook_id" uuid,
	"lesson_id" uuid,
	"content_id" uuid,
	"content_type" smallint,
	"name" text NOT NULL,
	"page_url" text NOT NULL,
	"views" bigint NOT NULL,
	"duration" bigint NOT NULL,
	CONSTRAINT "usage_class_days_key" UNIQUE NULLS NOT DISTINCT("class_id","day","textbook_id","lesson_id","content_id","content_type","name","page_url")
);
--> statement-breakpoint
CREATE TABLE "usage_days" (
	"day" date NOT NULL,
	"name" text NOT NULL,
	"page_url" text NOT NULL,
	"content_type" smallint,
	"views" bigint NOT NULL,
	"duration" bigint NOT NULL,
	CONSTRAINT "usage_days_key" UNIQUE NULLS NOT DISTINCT("day","name","page_url","content_type")
);
--> statement-breakpoint
CREATE TABLE "usage_time_zone" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"time_zone" text NOT NULL,
	CONSTRAINT "usage_time_zone_one" CHECK ("usage_time_zone"."one")
);
--> statement-breakpoint
CREATE TABLE "usage_totals" (
	"day" date NOT NULL,
	"class_id" uuid,
	"textbook_id" uuid,
	"lesson_id" uuid,
	"content_type" smallint,
	"visitors" bigint NOT NULL,
	"views" bigint NOT NULL,
	"duration" bigint NOT NULL,
	CONSTRAINT "usage_totals_key" UNIQUE NULLS NOT DISTINCT("class_id","textbook_id","lesson_id","content_type","day")
);
--> statement-breakpoint
CREATE TABLE "visitor_days" (
	"day" date NOT NULL,
	"visitor" uuid NOT NULL,
	"views" bigint NOT NULL,
	"duration" bigint NOT NULL,
	"ip_address" text,
	"os" text,
	"browser" text,
	"browser_version" text,
	"first_started_at" timestamp (3) with time zone NOT NULL,
	"first_event_id" uuid NOT NULL,
	CONSTRAINT "visitor_days_key" UNIQUE("day","visitor")
);
--> statement-breakpoint
CREATE TABLE "visitor_place_days" (
	"day" date NOT NULL,
	"visitor" uuid NOT NULL,
	"class_id" uuid,
	"textbook_id" uuid,
	"lesson_id" uuid,
	"content_type" smallint,
	"views" bigint NOT NULL,
	"duration" bigint NOT NULL,
	"ip_address" text,
	"os" text,
	"browser" text,
	"browser_version" text,
	"first_started_at" timestamp (3) with time zone NOT NULL,
	"first_event_id" uuid NOT NULL,
	CONSTRAINT "visitor_place_days_key" UNIQUE NULLS NOT DISTINCT("day","visitor","class_id","textbook_id","lesson_id","content_type")
);
--> statement-breakpoint
-- What was one table becomes a partition to a month (UTC); the server opens those to come: see api/usage/months.ts.
DROP INDEX "page_views_started_idx";--> statement-breakpoint
DROP INDEX "page_views_class_idx";--> statement-breakpoint
DROP INDEX "page_views_textbook_idx";--> statement-breakpoint
DROP INDEX "page_views_profile_idx";--> statement-breakpoint
ALTER TABLE "page_views" RENAME TO "page_views_before";--> statement-breakpoint
CREATE TABLE "page_views" (
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"page_url" text NOT NULL,
	"content_type" smallint,
	"textbook_id" uuid,
	"textbook_name" text,
	"class_id" uuid,
	"class_name" text,
	"lesson_id" uuid,
	"content_id" uuid,
	"profile_id" uuid,
	"session_key" uuid,
	"visitor" uuid NOT NULL,
	"client_ip" text,
	"ip_address" text,
	"os" text,
	"browser" text,
	"browser_version" text,
	"duration_ms" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_views_event_id_started_at_pk" PRIMARY KEY("event_id","started_at"),
	CONSTRAINT "page_views_content_type_known" CHECK ("page_views"."content_type" in (0, 1, 2, 3, 4, 5, 6)),
	CONSTRAINT "page_views_duration_within_day" CHECK ("page_views"."duration_ms" between 0 and 86400000),
	CONSTRAINT "page_views_name_length" CHECK (char_length("page_views"."name") between 1 and 100),
	CONSTRAINT "page_views_page_url_length" CHECK (char_length("page_views"."page_url") between 1 and 2048),
	CONSTRAINT "page_views_textbook_name_length" CHECK (char_length("page_views"."textbook_name") between 0 and 200),
	CONSTRAINT "page_views_class_name_length" CHECK (char_length("page_views"."class_name") between 0 and 200),
	CONSTRAINT "page_views_client_ip_length" CHECK (char_length("page_views"."client_ip") between 0 and 64),
	CONSTRAINT "page_views_ip_address_length" CHECK (char_length("page_views"."ip_address") between 0 and 64),
	CONSTRAINT "page_views_os_length" CHECK (char_length("page_views"."os") between 0 and 100),
	CONSTRAINT "page_views_browser_length" CHECK (char_length("page_views"."browser") between 0 and 100),
	CONSTRAINT "page_views_browser_version_length" CHECK (char_length("page_views"."browser_version") between 0 and 100)
) PARTITION BY RANGE ("started_at");--> statement-breakpoint
CREATE INDEX "page_views_profile_idx" ON "page_views" USING btree ("profile_id","started_at");--> statement-breakpoint
CREATE TABLE "page_views_default" PARTITION OF "page_views" DEFAULT;--> statement-breakpoint
DO $$
DECLARE first timestamp;
BEGIN
  FOR first IN SELECT DISTINCT date_trunc('month', "started_at" AT TIME ZONE 'UTC') FROM "page_views_before" LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF "page_views" FOR VALUES FROM (%L) TO (%L)',
      'page_views_' || to_char(first, 'YYYY_MM'), first AT TIME ZONE 'UTC', (first + interval '1 month') AT TIME ZONE 'UTC');
  END LOOP;
END $$;--> statement-breakpoint
INSERT INTO "page_views" (
  "event_id", "name", "page_url", "content_type", "textbook_id", "textbook_name", "class_id", "class_name", "lesson_id",
  "content_id", "profile_id", "session_key", "visitor", "client_ip", "ip_address", "os", "browser", "browser_version",
  "duration_ms", "started_at", "received_at")
SELECT
  "event_id", "name", "page_url", "content_type", "textbook_id", "textbook_name", "class_id", "class_name", "lesson_id",
  "content_id", "profile_id", "session_key",
  md5(coalesce("session_key"::text, "profile_id"::text, concat_ws(' ', "ip_address", "os", "browser", "browser_version")))::uuid,
  "client_ip", "ip_address", "os", "browser", "browser_version", "duration_ms", "started_at", "received_at"
FROM "page_views_before";--> statement-breakpoint
DROP TABLE "page_views_before";--> statement-breakpoint
CREATE INDEX "usage_book_days_textbook_idx" ON "usage_book_days" USING btree ("textbook_id","day");--> statement-breakpoint
CREATE INDEX "usage_book_days_lesson_idx" ON "usage_book_days" USING btree ("lesson_id","day");--> statement-breakpoint
CREATE INDEX "visitor_place_days_class_idx" ON "visitor_place_days" USING btree ("class_id","day","visitor");--> statement-breakpoint
CREATE INDEX "visitor_place_days_textbook_idx" ON "visitor_place_days" USING btree ("textbook_id","day","visitor");--> statement-breakpoint
CREATE INDEX "visitor_place_days_lesson_idx" ON "visitor_place_days" USING btree ("lesson_id","day","visitor");--> statement-breakpoint
CREATE INDEX "visitor_place_days_type_idx" ON "visitor_place_days" USING btree ("content_type","day","visitor");
