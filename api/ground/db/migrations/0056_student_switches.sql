CREATE TABLE "student_switches" (
	"profile_id" uuid NOT NULL,
	"switch" smallint NOT NULL,
	"is_on" boolean NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "student_switches_pk" PRIMARY KEY("profile_id","switch"),
	CONSTRAINT "student_switches_switch_known" CHECK ("student_switches"."switch" in (0, 1, 2))
);
--> statement-breakpoint
ALTER TABLE "student_switches" ADD CONSTRAINT "student_switches_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE OR REPLACE FUNCTION walled_tables() RETURNS TABLE ("table" text, seen text, checked text) LANGUAGE sql STABLE AS $$
  SELECT * FROM (VALUES
    ('schools', 'id = ANY ((SELECT viewer_served())::uuid[])', NULL),
    -- Names stand on rows of all schools, so people are walled in the calls about people alone.
    ('users', 'NOT (SELECT viewer_asks_people()) OR id = ANY ((SELECT viewer_people())::uuid[]) OR is_of_no_school(id)', NULL),
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
    ('last_opened_units', 'EXISTS (SELECT FROM profiles own WHERE own.id = profile_id)', NULL),
    ('student_switches', 'EXISTS (SELECT FROM profiles own WHERE own.id = profile_id)', NULL)
  ) AS walled
$$;--> statement-breakpoint
SELECT raise_walls();
