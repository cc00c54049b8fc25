-- outside a transaction
CREATE TABLE IF NOT EXISTS "usage_book_days" (
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
CREATE TABLE IF NOT EXISTS "usage_class_days" (
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
CREATE TABLE IF NOT EXISTS "usage_days" (
	"day" date NOT NULL,
	"name" text NOT NULL,
	"page_url" text NOT NULL,
	"content_type" smallint,
	"views" bigint NOT NULL,
	"duration" bigint NOT NULL,
	CONSTRAINT "usage_days_key" UNIQUE NULLS NOT DISTINCT("day","name","page_url","content_type")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "usage_time_zone" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"time_zone" text NOT NULL,
	CONSTRAINT "usage_time_zone_one" CHECK ("usage_time_zone"."one")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "usage_totals" (
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
CREATE TABLE IF NOT EXISTS "visitor_days" (
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
CREATE TABLE IF NOT EXISTS "visitor_place_days" (
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
-- A new installation has a partition to a month (UTC) from the beginning: see api/usage/months.ts.
DO $$ BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'page_views'::regclass) <> 'r' THEN RETURN; END IF;
  IF EXISTS (SELECT FROM "users") OR EXISTS (SELECT FROM "page_views") THEN RETURN; END IF;
  DROP TABLE "page_views";
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
) PARTITION BY RANGE ("started_at");
  CREATE INDEX "page_views_profile_idx" ON "page_views" USING btree ("profile_id","started_at");
  CREATE TABLE "page_views_default" PARTITION OF "page_views" DEFAULT;
END $$;--> statement-breakpoint
-- One that has run keeps its table, since servers of before write into it until they are replaced: ON CONFLICT (event_id)
-- has no place in a partitioned table. The visitor of a page view that such a server writes is filled in here.
CREATE OR REPLACE FUNCTION page_views_visitor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.visitor = md5(coalesce(NEW.session_key::text, NEW.profile_id::text, concat_ws(' ', NEW.ip_address, NEW.os, NEW.browser, NEW.browser_version)))::uuid;
  RETURN NEW;
END $$;--> statement-breakpoint
DO $$ BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'page_views'::regclass) <> 'r' THEN RETURN; END IF;
  ALTER TABLE "page_views" ADD COLUMN IF NOT EXISTS "visitor" uuid;
  CREATE OR REPLACE TRIGGER "page_views_visitor" BEFORE INSERT ON "page_views"
    FOR EACH ROW WHEN (NEW.visitor IS NULL) EXECUTE FUNCTION page_views_visitor();
END $$;--> statement-breakpoint
-- In batches, each committed, so that nobody waits for long.
DO $$
DECLARE
  batch uuid[];
  last uuid = '00000000-0000-0000-0000-000000000000';
  done bigint = 0;
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'page_views'::regclass) <> 'r' THEN RETURN; END IF;
  LOOP
    SELECT array_agg(event_id ORDER BY event_id) INTO batch
      FROM (SELECT event_id FROM "page_views" WHERE event_id > last ORDER BY event_id LIMIT 5000) AS next;
    EXIT WHEN batch IS NULL;
    UPDATE "page_views" SET visitor = md5(coalesce(session_key::text, profile_id::text, concat_ws(' ', ip_address, os, browser, browser_version)))::uuid
      WHERE event_id = ANY (batch) AND visitor IS NULL;
    COMMIT;
    last = batch[cardinality(batch)];
    done = done + cardinality(batch);
    IF done % 100000 = 0 THEN RAISE NOTICE '% page views have their visitor', done; END IF;
  END LOOP;
END $$;--> statement-breakpoint
-- A constraint that is validated apart spares NOT NULL its reading of the table under an exclusive lock.
DO $$ BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'page_views'::regclass) <> 'r' THEN RETURN; END IF;
  ALTER TABLE "page_views" DROP CONSTRAINT IF EXISTS "page_views_visitor_there";
  ALTER TABLE "page_views" ADD CONSTRAINT "page_views_visitor_there" CHECK (visitor IS NOT NULL) NOT VALID;
END $$;--> statement-breakpoint
DO $$ BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'page_views'::regclass) <> 'r' THEN RETURN; END IF;
  ALTER TABLE "page_views" VALIDATE CONSTRAINT "page_views_visitor_there";
END $$;--> statement-breakpoint
DO $$ BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'page_views'::regclass) <> 'r' THEN RETURN; END IF;
  ALTER TABLE "page_views" ALTER COLUMN "visitor" SET NOT NULL;
  ALTER TABLE "page_views" DROP CONSTRAINT "page_views_visitor_there";
END $$;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "usage_book_days_textbook_idx" ON "usage_book_days" USING btree ("textbook_id","day");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "usage_book_days_lesson_idx" ON "usage_book_days" USING btree ("lesson_id","day");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "visitor_place_days_class_idx" ON "visitor_place_days" USING btree ("class_id","day","visitor");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "visitor_place_days_textbook_idx" ON "visitor_place_days" USING btree ("textbook_id","day","visitor");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "visitor_place_days_lesson_idx" ON "visitor_place_days" USING btree ("lesson_id","day","visitor");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "visitor_place_days_type_idx" ON "visitor_place_days" USING btree ("content_type","day","visitor");
