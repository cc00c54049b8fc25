CREATE TABLE "school_year_turn_classes" (
	"turn_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"source_id" uuid,
	"class_id" uuid,
	"student_count" integer NOT NULL,
	"keeps_code" boolean NOT NULL,
	"code_moved_at" timestamp (3) with time zone,
	CONSTRAINT "school_year_turn_classes_pk" PRIMARY KEY("turn_id","position")
);
--> statement-breakpoint
CREATE TABLE "school_year_turns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"school_id" uuid,
	"leaving_count" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" uuid,
	"taken_back_at" timestamp (3) with time zone,
	"taken_back_by_id" uuid
);
--> statement-breakpoint
ALTER TABLE "school_year_turn_classes" ADD CONSTRAINT "school_year_turn_classes_turn_id_school_year_turns_id_fk" FOREIGN KEY ("turn_id") REFERENCES "public"."school_year_turns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_year_turn_classes" ADD CONSTRAINT "school_year_turn_classes_source_id_classes_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."classes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_year_turn_classes" ADD CONSTRAINT "school_year_turn_classes_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_year_turns" ADD CONSTRAINT "school_year_turns_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_year_turns" ADD CONSTRAINT "school_year_turns_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_year_turns" ADD CONSTRAINT "school_year_turns_taken_back_by_id_users_id_fk" FOREIGN KEY ("taken_back_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "school_year_turn_classes_source_idx" ON "school_year_turn_classes" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "school_year_turn_classes_class_idx" ON "school_year_turn_classes" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "school_year_turns_school_idx" ON "school_year_turns" USING btree ("school_id","created_at");--> statement-breakpoint
CREATE INDEX "school_year_turns_created_idx" ON "school_year_turns" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "school_year_turns_created_by_idx" ON "school_year_turns" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "school_year_turns_taken_back_by_idx" ON "school_year_turns" USING btree ("taken_back_by_id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION walled_tables() RETURNS TABLE ("table" text, seen text, checked text) LANGUAGE sql STABLE AS $$
  SELECT * FROM (VALUES
    ('schools', 'id = ANY ((SELECT viewer_served())::uuid[])', NULL),
    ('memberships', 'user_id = (SELECT viewer_id()) OR school_id = ANY ((SELECT viewer_served())::uuid[])', NULL),
    ('classes', 'school_id = ANY ((SELECT viewer_schools())::uuid[]) OR id = ANY ((SELECT viewer_taught())::uuid[])', NULL),
    ('class_secondary_teachers', 'EXISTS (SELECT FROM classes own WHERE own.id = class_id)', NULL),
    ('class_profiles', 'EXISTS (SELECT FROM classes own WHERE own.id = class_id)', NULL),
    ('removed_class_profiles', 'EXISTS (SELECT FROM classes own WHERE own.id = class_id)', NULL),
    ('usage_class_days', 'EXISTS (SELECT FROM classes own WHERE own.id = class_id)', NULL),
    ('board_sessions', 'EXISTS (SELECT FROM classes own WHERE own.id = class_id)', NULL),
    ('board_followers', 'EXISTS (SELECT FROM board_sessions own WHERE own.id = session_id)', NULL),
    ('community_posts', 'EXISTS (SELECT FROM classes own WHERE own.id = class_id)', NULL),
    ('community_reactions', 'EXISTS (SELECT FROM community_posts own WHERE own.id = post_id)', NULL),
    ('community_replies', 'EXISTS (SELECT FROM community_posts own WHERE own.id = post_id)', NULL),
    ('community_post_reports', 'EXISTS (SELECT FROM community_posts own WHERE own.id = post_id)', NULL),
    -- A child is made before it joins.
    ('profiles', 'EXISTS (SELECT FROM class_profiles own WHERE own.profile_id = profiles.id)
      OR EXISTS (SELECT FROM removed_class_profiles own WHERE own.profile_id = profiles.id)
      OR EXISTS (SELECT FROM community_posts own WHERE own.profile_id = profiles.id)
      OR EXISTS (SELECT FROM community_post_reports own WHERE own.profile_id = profiles.id)', 'true'),
    -- The staff of all its classes see an album.
    ('student_albums', 'class_ids <@ ARRAY(SELECT own.id FROM classes own)', NULL),
    ('finished_contents', 'EXISTS (SELECT FROM profiles own WHERE own.id = profile_id)', NULL),
    ('school_year_turns', 'school_id = ANY ((SELECT viewer_schools())::uuid[])', NULL),
    ('school_year_turn_classes', 'EXISTS (SELECT FROM school_year_turns own WHERE own.id = turn_id)', NULL),
    ('last_opened_units', 'EXISTS (SELECT FROM profiles own WHERE own.id = profile_id)', NULL)
  ) AS walled
$$;--> statement-breakpoint
SELECT raise_walls();
