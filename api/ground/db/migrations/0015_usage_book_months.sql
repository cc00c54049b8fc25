CREATE TABLE "usage_book_months" (
	"month" date NOT NULL,
	"textbook_id" uuid NOT NULL,
	"content_type" smallint,
	"name" text NOT NULL,
	"page_url" text NOT NULL,
	"views" bigint NOT NULL,
	"duration" bigint NOT NULL,
	CONSTRAINT "usage_book_months_key" UNIQUE NULLS NOT DISTINCT("textbook_id","month","content_type","name","page_url")
);--> statement-breakpoint
INSERT INTO "usage_book_months"
SELECT date_trunc('month', "day")::date, "textbook_id", "content_type", "name", "page_url", sum("views"), sum("duration")
FROM "usage_book_days" WHERE "textbook_id" IS NOT NULL
GROUP BY 1, 2, 3, 4, 5;
