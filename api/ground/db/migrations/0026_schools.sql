-- outside a transaction
CREATE TABLE IF NOT EXISTS "schools" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid CONSTRAINT "schools_updated_by_id_users_id_fk" REFERENCES "public"."users"("id") ON DELETE set null,
	CONSTRAINT "schools_name_length" CHECK (char_length("schools"."name") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "memberships" (
	"school_id" uuid NOT NULL CONSTRAINT "memberships_school_id_schools_id_fk" REFERENCES "public"."schools"("id") ON DELETE cascade,
	"user_id" uuid NOT NULL CONSTRAINT "memberships_user_id_users_id_fk" REFERENCES "public"."users"("id") ON DELETE cascade,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_pk" PRIMARY KEY("school_id","user_id"),
	CONSTRAINT "memberships_role_known" CHECK ("memberships"."role" in ('SchoolOwner', 'Teacher'))
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "memberships_user_idx" ON "memberships" USING btree ("user_id","role","school_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "schools_name_idx" ON "schools" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "schools_updated_by_idx" ON "schools" USING btree ("updated_by_id") WHERE "schools"."updated_by_id" is not null;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN IF NOT EXISTS "school_id" uuid;--> statement-breakpoint
-- The school that somebody has owned for the longest time; null for who owns none.
CREATE OR REPLACE FUNCTION first_own_school(owner uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT "school_id" FROM "memberships" WHERE "user_id" = owner AND "role" = 'SchoolOwner' ORDER BY "created_at", "school_id" LIMIT 1
$$;--> statement-breakpoint
-- The same; a school owner without a school gets a new one with the owner's name. The advisory lock makes one of two
-- transactions create it.
CREATE OR REPLACE FUNCTION own_school_of(owner uuid) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  school uuid = first_own_school(owner);
BEGIN
  IF school IS NOT NULL THEN RETURN school; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('own school of ' || owner, 0));
  school = first_own_school(owner);
  IF school IS NOT NULL THEN RETURN school; END IF;
  INSERT INTO "schools" ("id", "name", "search_text")
    SELECT gen_random_uuid(), named.name, normal_form(named.name)
    FROM "users", LATERAL (SELECT left(CASE
      WHEN "first_name" || "last_name" ~ '[\u3040-\u30ff\u3400-\u9fff]' THEN "last_name" || ' ' || "first_name"
      ELSE "first_name" || ' ' || "last_name" END, 200) AS name) AS named
    WHERE "users"."id" = owner AND "role" = 'SchoolOwner'
    RETURNING "id" INTO school;
  IF school IS NOT NULL THEN
    INSERT INTO "memberships" ("school_id", "user_id", "role") VALUES (school, owner, 'SchoolOwner')
      ON CONFLICT ("school_id", "user_id") DO UPDATE SET "role" = 'SchoolOwner';
  END IF;
  RETURN school;
END $$;--> statement-breakpoint
-- Whom a school owner invites belongs to the owner's school. A member of one school who becomes a school owner owns it.
CREATE OR REPLACE FUNCTION keep_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  school uuid;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT own_school_of("id") INTO school FROM "users" WHERE "id" = NEW.invited_by_id AND "role" = 'SchoolOwner';
    IF school IS NOT NULL THEN
      INSERT INTO "memberships" ("school_id", "user_id", "role")
        VALUES (school, NEW.id, CASE NEW.role WHEN 'SchoolOwner' THEN 'SchoolOwner' ELSE 'Teacher' END)
        ON CONFLICT ("school_id", "user_id") DO NOTHING;
    END IF;
  ELSIF NEW.role = OLD.role THEN
    RETURN NULL;
  ELSIF NEW.role = 'SchoolOwner' THEN
    UPDATE "memberships" SET "role" = 'SchoolOwner'
      WHERE "user_id" = NEW.id AND (SELECT count(*) FROM "memberships" WHERE "user_id" = NEW.id) = 1;
  ELSE
    UPDATE "memberships" SET "role" = 'Teacher' WHERE "user_id" = NEW.id AND "role" <> 'Teacher';
  END IF;
  IF NEW.role = 'SchoolOwner' THEN PERFORM own_school_of(NEW.id); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A class is of a school that its school administrator owns; without a school administrator it is of none.
CREATE OR REPLACE FUNCTION keep_school_of_class() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.school_administrator_id IS NULL THEN
    NEW.school_id = NULL;
  ELSIF NOT EXISTS (
    SELECT FROM "memberships"
    WHERE "school_id" = NEW.school_id AND "user_id" = NEW.school_administrator_id AND "role" = 'SchoolOwner'
  ) THEN
    NEW.school_id = first_own_school(NEW.school_administrator_id);
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- Triggers, so that the rows of servers of the release before follow too.
CREATE OR REPLACE TRIGGER "users_memberships" AFTER INSERT OR UPDATE OF "role" ON "users"
  FOR EACH ROW EXECUTE FUNCTION keep_memberships();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "classes_school" BEFORE INSERT OR UPDATE OF "school_administrator_id", "school_id" ON "classes"
  FOR EACH ROW EXECUTE FUNCTION keep_school_of_class();--> statement-breakpoint
-- Each school owner of before has a school of their own, also one whom another school owner invited: nobody sees more
-- classes than before. Of the other's school they are a member as a teacher is.
DO $$
DECLARE
  some_owners uuid[];
BEGIN
  LOOP
    some_owners := ARRAY(SELECT "id" FROM "users" WHERE "role" = 'SchoolOwner' AND first_own_school("id") IS NULL LIMIT 1000);
    EXIT WHEN cardinality(some_owners) = 0;
    PERFORM own_school_of(owner) FROM unnest(some_owners) AS owner;
    COMMIT;
  END LOOP;
END $$;--> statement-breakpoint
INSERT INTO "memberships" ("school_id", "user_id", "role")
  SELECT first_own_school(inviter.id), invited.id, 'Teacher'
  FROM "users" invited JOIN "users" inviter ON inviter.id = invited.invited_by_id
  WHERE inviter.role = 'SchoolOwner' AND inviter.deleted_at IS NULL
  ON CONFLICT ("school_id", "user_id") DO NOTHING;--> statement-breakpoint
-- A visiting teacher is a teacher of a school's class who is no member of it.
INSERT INTO "memberships" ("school_id", "user_id", "role")
  SELECT DISTINCT owned.school_id, taught.teacher_id, 'Teacher'
  FROM (
    SELECT "id" AS class_id, "main_teacher_id" AS teacher_id FROM "classes" WHERE "main_teacher_id" IS NOT NULL
    UNION SELECT "class_id", "teacher_id" FROM "class_secondary_teachers"
  ) AS taught
  JOIN "classes" ON "classes"."id" = taught.class_id AND "classes"."deleted_at" IS NULL
  JOIN "memberships" owned ON owned.user_id = "classes"."school_administrator_id" AND owned.role = 'SchoolOwner'
  WHERE NOT EXISTS (
    SELECT FROM "visiting_teachers" visiting
    WHERE visiting.school_owner_id = "classes"."school_administrator_id" AND visiting.teacher_id = taught.teacher_id
  )
  ON CONFLICT ("school_id", "user_id") DO NOTHING;--> statement-breakpoint
DO $$
DECLARE
  last uuid = '00000000-0000-0000-0000-000000000000';
  some_classes uuid[];
BEGIN
  LOOP
    some_classes := ARRAY(SELECT "id" FROM "classes" WHERE "id" > last ORDER BY "id" LIMIT 1000);
    EXIT WHEN cardinality(some_classes) = 0;
    UPDATE "classes" SET "school_id" = first_own_school("school_administrator_id")
      WHERE "id" = ANY (some_classes) AND "school_id" IS NULL AND "school_administrator_id" IS NOT NULL;
    COMMIT;
    last = some_classes[cardinality(some_classes)];
  END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "classes" DROP CONSTRAINT IF EXISTS "classes_school_id_schools_id_fk";--> statement-breakpoint
-- A key that is validated apart does not block the table's writers while it reads the rows.
ALTER TABLE "classes" ADD CONSTRAINT "classes_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE restrict NOT VALID;--> statement-breakpoint
ALTER TABLE "classes" VALIDATE CONSTRAINT "classes_school_id_schools_id_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "classes_school_idx" ON "classes" USING btree ("school_id");
