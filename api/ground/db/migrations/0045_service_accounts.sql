-- outside a transaction
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "service_account" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A service account is no person: it gets no school of its own, and none of whoever made it.
CREATE OR REPLACE FUNCTION keep_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  school uuid;
BEGIN
  IF NEW.service_account THEN RETURN NULL; END IF;
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
ALTER TABLE "users" DROP CONSTRAINT IF EXISTS "users_service_account_hidden", ADD CONSTRAINT "users_service_account_hidden" CHECK (not "users"."service_account" or ("users"."deleted_at" is not null and "users"."password_hash" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT IF EXISTS "users_person_has_two_names", ADD CONSTRAINT "users_person_has_two_names" CHECK ("users"."service_account" or char_length("users"."last_name") > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT IF EXISTS "users_last_name_length", ADD CONSTRAINT "users_last_name_length" CHECK (char_length("users"."last_name") between 0 and 200) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_service_account_hidden";--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_person_has_two_names";--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_last_name_length";
