CREATE TABLE "printed_code_days" (
	"printed_code_id" uuid NOT NULL,
	"day" date NOT NULL,
	"uses" integer NOT NULL,
	CONSTRAINT "printed_code_days_pk" PRIMARY KEY("printed_code_id","day")
);
--> statement-breakpoint
ALTER TABLE "printed_code_days" ADD CONSTRAINT "printed_code_days_printed_code_id_printed_codes_id_fk" FOREIGN KEY ("printed_code_id") REFERENCES "public"."printed_codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Counts the day's uses of a code, and removes days that nobody asks for any more. `uses` shrinks only where a textbook
-- takes over the short code of a deleted one: the days are the deleted one's.
CREATE FUNCTION count_printed_code_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  today constant date = (now() AT TIME ZONE 'UTC')::date;
BEGIN
  IF NEW.uses < OLD.uses THEN
    DELETE FROM "printed_code_days" WHERE "printed_code_id" = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO "printed_code_days" AS known ("printed_code_id", "day", "uses") VALUES (NEW.id, today, NEW.uses - OLD.uses)
    ON CONFLICT ("printed_code_id", "day") DO UPDATE SET "uses" = known.uses + EXCLUDED.uses;
  DELETE FROM "printed_code_days" WHERE "printed_code_id" = NEW.id AND "day" < today - 90;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A trigger, so that uses which servers of before count are counted too while these are replaced.
CREATE TRIGGER "printed_codes_day" AFTER UPDATE OF "uses" ON "printed_codes"
  FOR EACH ROW WHEN (NEW."uses" <> OLD."uses") EXECUTE FUNCTION count_printed_code_day();
