-- outside a transaction
ALTER TABLE "class_profiles" ADD COLUMN IF NOT EXISTS "number" smallint;--> statement-breakpoint
ALTER TABLE "class_profiles" DROP CONSTRAINT IF EXISTS "class_profiles_number_range";--> statement-breakpoint
ALTER TABLE "class_profiles" ADD CONSTRAINT "class_profiles_number_range" CHECK ("class_profiles"."number" between 1 and 999);--> statement-breakpoint
-- Classes of before ask for the pictures: their codes were given out when a code opened no child's profile.
ALTER TABLE "classes" ADD COLUMN IF NOT EXISTS "child_guard" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" DROP CONSTRAINT IF EXISTS "classes_child_guard_known";--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_child_guard_known" CHECK ("classes"."child_guard" in (0, 1));--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN IF NOT EXISTS "reading" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT IF EXISTS "profiles_reading_length";--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_reading_length" CHECK (char_length("profiles"."reading") between 0 and 80);--> statement-breakpoint
-- Three different animals in order, one of 720 secrets. PostgreSQL draws the random part of each UUID from the operating
-- system's generator, which `random()` is not.
CREATE OR REPLACE FUNCTION random_pictures() RETURNS text[] LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN ARRAY(
    SELECT animal FROM unnest(ARRAY['cat', 'dog', 'rabbit', 'bear', 'fox', 'frog', 'penguin', 'owl', 'elephant', 'panda']) animal
    ORDER BY gen_random_uuid() LIMIT 3
  );
END $$;--> statement-breakpoint
-- The column comes without a default, since a random one would write every row anew under a lock. From here on the
-- default fills the rows of servers of the version before as well.
ALTER TABLE "profiles" ADD COLUMN IF NOT EXISTS "pictures" text[];--> statement-breakpoint
ALTER TABLE "profiles" ALTER COLUMN "pictures" SET DEFAULT random_pictures();--> statement-breakpoint
DO $$
DECLARE
  last_id uuid := '00000000-0000-0000-0000-000000000000';
  next_id uuid;
BEGIN
  LOOP
    SELECT id INTO next_id FROM (SELECT id FROM "profiles" WHERE id > last_id ORDER BY id LIMIT 1000) batch
      ORDER BY id DESC LIMIT 1;
    EXIT WHEN next_id IS NULL;
    UPDATE "profiles" SET "pictures" = random_pictures() WHERE id > last_id AND id <= next_id AND "pictures" IS NULL;
    COMMIT;
    last_id := next_id;
  END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT IF EXISTS "profiles_pictures_three";--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_pictures_three" CHECK (cardinality("profiles"."pictures") = 3);--> statement-breakpoint
ALTER TABLE "profiles" ALTER COLUMN "pictures" SET NOT NULL;
