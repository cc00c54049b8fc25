-- outside a transaction
CREATE TABLE IF NOT EXISTS "removed_class_profiles" (
	"class_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"number" smallint,
	"waiting" boolean NOT NULL,
	"by_old_code" boolean NOT NULL,
	"added_by_staff" boolean NOT NULL,
	"removed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_by_id" uuid,
	"blocked" boolean NOT NULL,
	"device_id" uuid,
	CONSTRAINT "removed_class_profiles_pk" PRIMARY KEY("class_id","profile_id"),
	CONSTRAINT "removed_class_profiles_number_range" CHECK ("removed_class_profiles"."number" between 1 and 999)
);
--> statement-breakpoint
ALTER TABLE "class_profiles" ADD COLUMN IF NOT EXISTS "waiting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "class_profiles" ADD COLUMN IF NOT EXISTS "by_old_code" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "class_profiles" ADD COLUMN IF NOT EXISTS "added_by_staff" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN IF NOT EXISTS "admission" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "removed_class_profiles" DROP CONSTRAINT IF EXISTS "removed_class_profiles_class_id_classes_id_fk";--> statement-breakpoint
ALTER TABLE "removed_class_profiles" ADD CONSTRAINT "removed_class_profiles_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_class_profiles" DROP CONSTRAINT IF EXISTS "removed_class_profiles_profile_id_profiles_id_fk";--> statement-breakpoint
ALTER TABLE "removed_class_profiles" ADD CONSTRAINT "removed_class_profiles_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_class_profiles" DROP CONSTRAINT IF EXISTS "removed_class_profiles_removed_by_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "removed_class_profiles" ADD CONSTRAINT "removed_class_profiles_removed_by_id_users_id_fk" FOREIGN KEY ("removed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_class_profiles" DROP CONSTRAINT IF EXISTS "removed_class_profiles_device_id_devices_id_fk";--> statement-breakpoint
ALTER TABLE "removed_class_profiles" ADD CONSTRAINT "removed_class_profiles_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "removed_class_profiles_profile_idx" ON "removed_class_profiles" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "removed_class_profiles_removed_idx" ON "removed_class_profiles" USING btree ("removed_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "removed_class_profiles_removed_by_idx" ON "removed_class_profiles" USING btree ("removed_by_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "removed_class_profiles_device_idx" ON "removed_class_profiles" USING btree ("device_id");--> statement-breakpoint
ALTER TABLE "classes" DROP CONSTRAINT IF EXISTS "classes_admission_known";--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_admission_known" CHECK ("classes"."admission" in (0, 1, 2));--> statement-breakpoint
-- The children whom staff wrote down until now, as the audit log knows them: they came by no code.
DO $$
DECLARE
  last_id uuid := '00000000-0000-0000-0000-000000000000';
  next_id uuid;
BEGIN
  LOOP
    SELECT id INTO next_id FROM (SELECT id FROM "audit_log" WHERE id > last_id ORDER BY id LIMIT 5000) batch
      ORDER BY id DESC LIMIT 1;
    EXIT WHEN next_id IS NULL;
    UPDATE "class_profiles" joined SET "added_by_staff" = true FROM "audit_log" log
      WHERE log.id > last_id AND log.id <= next_id AND log.entity = 'profiles' AND log.action = 'create'
        AND joined.profile_id = log.entity_id::uuid AND joined.class_id::text = log.after ->> 'classId'
        AND NOT joined.added_by_staff;
    COMMIT;
    last_id := next_id;
  END LOOP;
END $$;
