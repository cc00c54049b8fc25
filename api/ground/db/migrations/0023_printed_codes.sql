CREATE TABLE "printed_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"key" text collate "C" NOT NULL,
	"code" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"textbook_id" uuid NOT NULL,
	"target_content_id" uuid,
	"retargeted_at" timestamp (3) with time zone,
	"retargeted_by_id" uuid,
	"ended_at" timestamp (3) with time zone,
	"uses" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "printed_codes_kind_known" CHECK ("printed_codes"."kind" in ('code', 'link', 'form')),
	CONSTRAINT "printed_codes_entity_known" CHECK ("printed_codes"."entity" in ('textbooks', 'lessons', 'contents')),
	CONSTRAINT "printed_codes_key_length" CHECK (char_length("printed_codes"."key") between 1 and 1000),
	CONSTRAINT "printed_codes_code_length" CHECK (char_length("printed_codes"."code") between 1 and 100)
);
--> statement-breakpoint
ALTER TABLE "printed_codes" ADD CONSTRAINT "printed_codes_retargeted_by_id_users_id_fk" FOREIGN KEY ("retargeted_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "printed_codes_key_unique" ON "printed_codes" USING btree ("key");--> statement-breakpoint
CREATE INDEX "printed_codes_entity_idx" ON "printed_codes" USING btree ("entity_id","kind");--> statement-breakpoint
CREATE INDEX "printed_codes_textbook_idx" ON "printed_codes" USING btree ("textbook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "printed_codes_target_idx" ON "printed_codes" USING btree ("target_content_id") WHERE "printed_codes"."target_content_id" is not null;--> statement-breakpoint
CREATE INDEX "printed_codes_retargeted_by_idx" ON "printed_codes" USING btree ("retargeted_by_id") WHERE "printed_codes"."retargeted_by_id" is not null;
--> statement-breakpoint
CREATE FUNCTION folded_short_code(code text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT translate(upper(regexp_replace(normalize(code, NFKC), '[[:space:]‐‑‒–—―−ー-]', '', 'g')), 'OIL', '011')
$$;--> statement-breakpoint
-- A code of six characters without vowels and without any two that look alike. Until a code is free, another is drawn.
CREATE FUNCTION add_permanent_code(of_entity text, of_id uuid, of_textbook uuid, since timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  alphabet constant text = '34679CDFGHJKMNPRTWXY';
  drawn text;
BEGIN
  LOOP
    SELECT string_agg(substr(alphabet, 1 + floor(random() * 20)::int, 1), '') INTO drawn FROM generate_series(1, 6);
    CONTINUE WHEN EXISTS (SELECT FROM "classes" WHERE "class_code" = drawn);
    INSERT INTO "printed_codes" ("kind", "key", "code", "entity", "entity_id", "textbook_id", "created_at")
      VALUES ('code', drawn, drawn, of_entity, of_id, of_textbook, since) ON CONFLICT ("key") DO NOTHING;
    EXIT WHEN FOUND;
  END LOOP;
END $$;--> statement-breakpoint
-- A hash code that a row has again opens the row again.
CREATE FUNCTION add_printed_link(of_entity text, of_id uuid, of_textbook uuid, hash text, since timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "printed_codes" ("kind", "key", "code", "entity", "entity_id", "textbook_id", "created_at")
    VALUES ('link', of_entity || ':' || hash, hash, of_entity, of_id, of_textbook, since)
    ON CONFLICT ("key") DO UPDATE SET "ended_at" = NULL
$$;--> statement-breakpoint
-- The short code of a book. A code of a deleted book may be given to another; one that a book still has, or had, not.
CREATE FUNCTION add_book_form(of_id uuid, short_code text, since timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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
    "target_content_id" = NULL, "retargeted_at" = NULL, "retargeted_by_id" = NULL, "uses" = 0, "last_used_at" = NULL
    WHERE "id" = holder.id;
END $$;--> statement-breakpoint
-- The form with book and page, HELLO1-P12; where others of the page have forms, the next number, HELLO1-P12-2.
CREATE FUNCTION add_page_form(of_id uuid, of_textbook uuid, short_code text, page int, since timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  stem constant text = folded_short_code(short_code) || '-P' || page || '-';
  place int;
BEGIN
  IF EXISTS (SELECT FROM "printed_codes" WHERE "entity_id" = of_id AND "kind" = 'form' AND starts_with("key", stem)) THEN RETURN; END IF;
  SELECT count(*) INTO place FROM "printed_codes" WHERE "key" >= stem AND "key" < stem || ':';
  LOOP
    place = place + 1;
    INSERT INTO "printed_codes" ("kind", "key", "code", "entity", "entity_id", "textbook_id", "created_at")
      VALUES ('form', stem || place, short_code || '-P' || page || CASE WHEN place > 1 THEN '-' || place ELSE '' END,
        'contents', of_id, of_textbook, since)
      ON CONFLICT ("key") DO NOTHING;
    EXIT WHEN FOUND;
  END LOOP;
END $$;--> statement-breakpoint
CREATE FUNCTION print_textbook() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  page record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_permanent_code('textbooks', NEW.id, NEW.id, NEW.created_at);
    PERFORM add_printed_link('textbooks', NEW.id, NEW.id, NEW.hash_code, NEW.created_at);
    IF NEW.deleted_at IS NULL THEN PERFORM add_book_form(NEW.id, NEW.short_code, NEW.created_at); END IF;
    RETURN NULL;
  END IF;
  IF NEW.hash_code <> OLD.hash_code THEN
    UPDATE "printed_codes" SET "ended_at" = now() WHERE "key" = 'textbooks:' || OLD.hash_code;
    PERFORM add_printed_link('textbooks', NEW.id, NEW.id, NEW.hash_code, now());
  END IF;
  IF NEW.deleted_at IS NULL AND (NEW.short_code <> OLD.short_code OR OLD.deleted_at IS NOT NULL) THEN
    PERFORM add_book_form(NEW.id, NEW.short_code, now());
  END IF;
  IF folded_short_code(NEW.short_code) <> folded_short_code(OLD.short_code) THEN
    FOR page IN SELECT c.id, c.page_number FROM "contents" c JOIN "lessons" l ON l.id = c.lesson_id
      WHERE l.textbook_id = NEW.id AND l.deleted_at IS NULL AND c.deleted_at IS NULL
      ORDER BY l.position, l.id, c.position, c.id
    LOOP
      PERFORM add_page_form(page.id, NEW.id, NEW.short_code, page.page_number, now());
    END LOOP;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION print_lesson() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_permanent_code('lessons', NEW.id, NEW.textbook_id, NEW.created_at);
    PERFORM add_printed_link('lessons', NEW.id, NEW.textbook_id, NEW.hash_code, NEW.created_at);
  ELSIF NEW.hash_code <> OLD.hash_code THEN
    UPDATE "printed_codes" SET "ended_at" = now() WHERE "key" = 'lessons:' || OLD.hash_code;
    PERFORM add_printed_link('lessons', NEW.id, NEW.textbook_id, NEW.hash_code, now());
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION print_content() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  book "textbooks";
BEGIN
  SELECT t.* INTO book FROM "textbooks" t JOIN "lessons" l ON l.textbook_id = t.id WHERE l.id = NEW.lesson_id;
  IF TG_OP = 'INSERT' THEN
    PERFORM add_permanent_code('contents', NEW.id, book.id, NEW.created_at);
    PERFORM add_printed_link('contents', NEW.id, book.id, NEW.hash_code, NEW.created_at);
    PERFORM add_page_form(NEW.id, book.id, book.short_code, NEW.page_number, NEW.created_at);
    RETURN NULL;
  END IF;
  IF NEW.hash_code <> OLD.hash_code THEN
    UPDATE "printed_codes" SET "ended_at" = now() WHERE "key" = 'contents:' || OLD.hash_code;
    PERFORM add_printed_link('contents', NEW.id, book.id, NEW.hash_code, now());
  END IF;
  IF NEW.page_number <> OLD.page_number THEN
    PERFORM add_page_form(NEW.id, book.id, book.short_code, NEW.page_number, now());
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Triggers, so that rows of servers of before get their codes too while these are replaced.
CREATE TRIGGER "textbooks_printed" AFTER INSERT OR UPDATE OF "short_code", "hash_code", "deleted_at" ON "textbooks"
  FOR EACH ROW EXECUTE FUNCTION print_textbook();--> statement-breakpoint
CREATE TRIGGER "lessons_printed" AFTER INSERT OR UPDATE OF "hash_code" ON "lessons"
  FOR EACH ROW EXECUTE FUNCTION print_lesson();--> statement-breakpoint
CREATE TRIGGER "contents_printed" AFTER INSERT OR UPDATE OF "hash_code", "page_number" ON "contents"
  FOR EACH ROW EXECUTE FUNCTION print_content();--> statement-breakpoint
-- The codes of what there is, as they open and are printed until now; what is deleted comes last, so that it takes no
-- form of what is not.
DO $$
DECLARE
  thing record;
BEGIN
  FOR thing IN SELECT * FROM "textbooks" ORDER BY deleted_at IS NOT NULL, deleted_at DESC, id LOOP
    PERFORM add_permanent_code('textbooks', thing.id, thing.id, thing.created_at);
    PERFORM add_printed_link('textbooks', thing.id, thing.id, thing.hash_code, thing.created_at);
    IF thing.deleted_at IS NULL OR NOT EXISTS (SELECT FROM "printed_codes" WHERE "key" = folded_short_code(thing.short_code)) THEN
      PERFORM add_book_form(thing.id, thing.short_code, thing.created_at);
    END IF;
  END LOOP;
  FOR thing IN SELECT * FROM "lessons" ORDER BY id LOOP
    PERFORM add_permanent_code('lessons', thing.id, thing.textbook_id, thing.created_at);
    PERFORM add_printed_link('lessons', thing.id, thing.textbook_id, thing.hash_code, thing.created_at);
  END LOOP;
  FOR thing IN SELECT c.id, c.hash_code, c.page_number, c.created_at, t.id AS textbook_id, t.short_code
    FROM "contents" c JOIN "lessons" l ON l.id = c.lesson_id JOIN "textbooks" t ON t.id = l.textbook_id
    ORDER BY t.deleted_at IS NOT NULL, (c.deleted_at IS NOT NULL OR l.deleted_at IS NOT NULL), t.id, l.position, l.id, c.position, c.id
  LOOP
    PERFORM add_permanent_code('contents', thing.id, thing.textbook_id, thing.created_at);
    PERFORM add_printed_link('contents', thing.id, thing.textbook_id, thing.hash_code, thing.created_at);
    PERFORM add_page_form(thing.id, thing.textbook_id, thing.short_code, thing.page_number, thing.created_at);
  END LOOP;
END $$;
