CREATE TABLE "student_albums" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"school_id" uuid NOT NULL,
	"class_ids" uuid[] NOT NULL,
	"made_by_id" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"percent" smallint DEFAULT 0 NOT NULL,
	"days" smallint NOT NULL,
	"token_hash" text NOT NULL,
	"storage_key" text NOT NULL,
	"pdf_size" bigint,
	"zip_size" bigint,
	"opened_count" integer DEFAULT 0 NOT NULL,
	"last_opened_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "student_albums_state_known" CHECK ("student_albums"."state" in ('waiting', 'running', 'done', 'failed')),
	CONSTRAINT "student_albums_percent_range" CHECK ("student_albums"."percent" between 0 and 100),
	CONSTRAINT "student_albums_days_range" CHECK ("student_albums"."days" between 1 and 30),
	CONSTRAINT "student_albums_classes_one_or_more" CHECK (cardinality("student_albums"."class_ids") between 1 and 20),
	CONSTRAINT "student_albums_done_is_whole" CHECK ("student_albums"."state" <> 'done' or ("student_albums"."pdf_size" > 0 and "student_albums"."zip_size" > 0 and "student_albums"."expires_at" is not null)),
	CONSTRAINT "student_albums_token_hash_length" CHECK (char_length("student_albums"."token_hash") between 64 and 64),
	CONSTRAINT "student_albums_storage_key_length" CHECK (char_length("student_albums"."storage_key") between 8 and 120)
);
--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "family_albums" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "student_albums" ADD CONSTRAINT "student_albums_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_albums" ADD CONSTRAINT "student_albums_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_albums" ADD CONSTRAINT "student_albums_made_by_id_users_id_fk" FOREIGN KEY ("made_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "student_albums_token_hash_unique" ON "student_albums" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "student_albums_storage_key_unique" ON "student_albums" USING btree ("storage_key");--> statement-breakpoint
CREATE UNIQUE INDEX "student_albums_running_unique" ON "student_albums" USING btree ("school_id") WHERE "student_albums"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "student_albums_profile_idx" ON "student_albums" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "student_albums_school_idx" ON "student_albums" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "student_albums_made_by_idx" ON "student_albums" USING btree ("made_by_id");--> statement-breakpoint
-- The tables behind the wall, each with what the viewer must see of a row; `null` among the checks is the same for new rows.
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
    ('last_opened_units', 'EXISTS (SELECT FROM profiles own WHERE own.id = profile_id)', NULL)
  ) AS walled
$$;--> statement-breakpoint
SELECT raise_walls();
