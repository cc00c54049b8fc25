-- The target of a textbook's, unit's or content's codes is on its row of kind `code`, and any of the three can be one.
ALTER TABLE "printed_codes" RENAME COLUMN "target_content_id" TO "target_id";--> statement-breakpoint
ALTER TABLE "printed_codes" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- The short code of a book. A code of a deleted book may be given to another; one that a book still has, or had, not.
CREATE OR REPLACE FUNCTION add_book_form(of_id uuid, short_code text, since timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  folded text = folded_short_code(short_code);
  holder "printed_codes";
BEGIN
  IF folded = '' THEN RETURN; END IF;
  INSERT INTO "printed_codes" ("kind", "key", "code", "entity", "entity_id", "textbook_id", "created_at")
    VALUES ('form', folded, short_code, 'textbooks', of_id, of_id, since) ON CONFLICT ("key") DO NOTHING;
  IF FOUND THEN RETURN; END IF;
  SELECT * INTO holder FROM "printed_codes" WHERE "key" = folded FOR UPDATE;
  IF holder.textbook_id = of_id AND holder.entity = 'textbooks' THEN RETURN; END IF;
  IF holder.kind <> 'form' OR EXISTS (SELECT FROM "textbooks" WHERE "id" = holder.textbook_id AND "deleted_at" IS NULL) THEN
    RAISE EXCEPTION 'the short code % is a printed code of another textbook', short_code
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'printed_codes_key_unique', TABLE = 'printed_codes';
  END IF;
  UPDATE "printed_codes" SET "code" = short_code, "entity_id" = of_id, "textbook_id" = of_id, "created_at" = since,
    "uses" = 0, "last_used_at" = NULL
    WHERE "id" = holder.id;
END $$;
