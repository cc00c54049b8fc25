-- Every single character and every pair of neighbours that is neither a Latin letter nor a digit, for a search that is
-- too short for trigrams. In pairs from the first character on, then from the second.
CREATE FUNCTION short_pieces(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_remove(array_remove(
    string_to_array(rest, NULL) || string_to_array(
      regexp_replace(rest, '(..)', '\1 ', 'g') || ' ' || regexp_replace(substr(rest, 2), '(..)', '\1 ', 'g'), ' '), ''), ' ')
  FROM (SELECT regexp_replace(value, '[a-z0-9]+', ' ', 'g') AS rest) AS r
$$;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "textbook_sort" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "teacher_sort" text;--> statement-breakpoint
UPDATE "classes" SET "textbook_sort" = lower("textbooks"."name") FROM "textbooks" WHERE "textbooks"."id" = "textbook_id";--> statement-breakpoint
UPDATE "classes" SET "teacher_sort" = lower("users"."last_name" || ' ' || "users"."first_name") FROM "users" WHERE "users"."id" = "main_teacher_id";--> statement-breakpoint
CREATE INDEX "classes_textbook_sort_idx" ON "classes" USING btree ("textbook_sort","id") WHERE "classes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "classes_teacher_sort_idx" ON "classes" USING btree ("teacher_sort","id") WHERE "classes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "classes_teacher_sort_backwards_idx" ON "classes" USING btree ("teacher_sort" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE "classes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "classes_short_pieces_idx" ON "classes" USING gin (short_pieces("search_text")) WHERE "classes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_latest_sign_in_idx" ON "users" USING btree ("last_sign_in_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_short_pieces_idx" ON "users" USING gin (short_pieces("search_text")) WHERE "users"."deleted_at" is null;