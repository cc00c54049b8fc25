CREATE TABLE "merged_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"into_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "merged_profiles" ADD CONSTRAINT "merged_profiles_into_id_profiles_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merged_profiles_into_idx" ON "merged_profiles" USING btree ("into_id");--> statement-breakpoint
-- The merges of before are in the audit log. Where the profile that stayed was merged too, the last one counts.
WITH RECURSIVE "deletions" AS (
  SELECT DISTINCT ON ("entity_id") "entity_id" AS "id", "before" ->> 'mergedInto' AS "merged_into"
  FROM "audit_log" WHERE "entity" = 'profiles' AND "action" = 'delete'
  ORDER BY "entity_id", "at" DESC
), "merges" AS (
  SELECT "deletions"."id", "merged_into"::uuid AS "into_id" FROM "deletions"
  WHERE "merged_into" IS NOT NULL
    AND NOT EXISTS (SELECT FROM "profiles" "back" WHERE "back"."id" = "deletions"."id" AND "back"."deleted_at" IS NULL)
), "followed" AS (
  SELECT "id", "into_id", 1 AS "steps" FROM "merges"
  UNION ALL
  SELECT "followed"."id", "merges"."into_id", "steps" + 1
  FROM "followed" JOIN "merges" ON "merges"."id" = "followed"."into_id" WHERE "steps" < 100
)
INSERT INTO "merged_profiles" ("id", "into_id")
  SELECT DISTINCT ON ("followed"."id") "followed"."id", "into_id"
  FROM "followed" JOIN "profiles" "kept" ON "kept"."id" = "into_id"
  ORDER BY "followed"."id", "steps" DESC;--> statement-breakpoint
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
    ('student_switches', 'EXISTS (SELECT FROM profiles own WHERE own.id = profile_id)', NULL),
    ('merged_profiles', 'EXISTS (SELECT FROM profiles own WHERE own.id = into_id)', NULL)
  ) AS walled
$$;--> statement-breakpoint
SELECT raise_walls();
