CREATE TABLE "usage_months" (
	"month" date NOT NULL,
	"textbook_id" uuid,
	"lesson_id" uuid,
	"content_id" uuid,
	"content_type" smallint,
	"name" text NOT NULL,
	"page_url" text NOT NULL,
	"views" bigint NOT NULL,
	"duration" bigint NOT NULL,
	CONSTRAINT "usage_months_key" UNIQUE NULLS NOT DISTINCT("month","textbook_id","lesson_id","content_id","content_type","name","page_url")
);
--> statement-breakpoint
CREATE INDEX "usage_months_textbook_idx" ON "usage_months" USING btree ("textbook_id","month");--> statement-breakpoint
CREATE INDEX "usage_months_lesson_idx" ON "usage_months" USING btree ("lesson_id","month");--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_usage_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "usage_months" AS kept
      ("month", "textbook_id", "lesson_id", "content_id", "content_type", "name", "page_url", "views", "duration")
    SELECT date_trunc('month', "day")::date, "textbook_id", "lesson_id", "content_id", "content_type", "name", "page_url",
      sum("views"), sum("duration")
    FROM more GROUP BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT ("month", "textbook_id", "lesson_id", "content_id", "content_type", "name", "page_url")
      DO UPDATE SET "views" = kept.views + excluded.views, "duration" = kept.duration + excluded.duration;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION change_usage_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "usage_months" AS kept
      ("month", "textbook_id", "lesson_id", "content_id", "content_type", "name", "page_url", "views", "duration")
    SELECT date_trunc('month', "day")::date, "textbook_id", "lesson_id", "content_id", "content_type", "name", "page_url",
      sum("views"), sum("duration")
    FROM (
      SELECT "day", "textbook_id", "lesson_id", "content_id", "content_type", "name", "page_url", "views", "duration"
      FROM now_there
      UNION ALL
      SELECT "day", "textbook_id", "lesson_id", "content_id", "content_type", "name", "page_url", -"views", -"duration"
      FROM was_there
    ) AS changed GROUP BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT ("month", "textbook_id", "lesson_id", "content_id", "content_type", "name", "page_url")
      DO UPDATE SET "views" = kept.views + excluded.views, "duration" = kept.duration + excluded.duration;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Rows that leave take their part along; a row that holds nothing any more goes.
CREATE OR REPLACE FUNCTION subtract_usage_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "usage_months" AS kept SET "views" = kept.views - gone.views, "duration" = kept.duration - gone.duration
    FROM (
      SELECT date_trunc('month', "day")::date AS month, "textbook_id", "lesson_id", "content_id", "content_type", "name",
        "page_url", sum("views") AS views, sum("duration") AS duration
      FROM was_there GROUP BY 1, 2, 3, 4, 5, 6, 7
    ) AS gone
    WHERE (kept.month, kept.name, kept.page_url) = (gone.month, gone.name, gone.page_url)
      AND kept.textbook_id IS NOT DISTINCT FROM gone.textbook_id
      AND kept.lesson_id IS NOT DISTINCT FROM gone.lesson_id
      AND kept.content_id IS NOT DISTINCT FROM gone.content_id
      AND kept.content_type IS NOT DISTINCT FROM gone.content_type;
  DELETE FROM "usage_months" WHERE "views" <= 0
    AND "month" IN (SELECT date_trunc('month', "day")::date FROM was_there);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "usage_book_days_added" AFTER INSERT ON "usage_book_days"
  REFERENCING NEW TABLE AS more FOR EACH STATEMENT EXECUTE FUNCTION add_usage_months();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "usage_book_days_changed" AFTER UPDATE ON "usage_book_days"
  REFERENCING OLD TABLE AS was_there NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION change_usage_months();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "usage_book_days_gone" AFTER DELETE ON "usage_book_days"
  REFERENCING OLD TABLE AS was_there FOR EACH STATEMENT EXECUTE FUNCTION subtract_usage_months();--> statement-breakpoint
INSERT INTO "usage_months"
  SELECT date_trunc('month', "day")::date, "textbook_id", "lesson_id", "content_id", "content_type", "name", "page_url",
    sum("views"), sum("duration")
  FROM "usage_book_days" GROUP BY 1, 2, 3, 4, 5, 6, 7;
