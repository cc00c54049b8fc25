-- People of other schools behind the second wall, in the calls about people (api/domains/schools/wall.ts).
CREATE FUNCTION viewer_asks_people() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('manabook.people', true), '') = 'own'
$$;--> statement-breakpoint
-- The viewer, the members of the schools that the viewer belongs to or teaches for, and the other teachers of their classes.
CREATE FUNCTION viewer_people() RETURNS uuid[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  served uuid[] = public.viewer_served();
  taught uuid[] = public.viewer_taught();
BEGIN
  RETURN ARRAY(
    SELECT public.viewer_id()
    UNION SELECT user_id FROM public.memberships WHERE school_id = ANY (served)
    UNION SELECT main_teacher_id FROM public.classes WHERE school_id = ANY (served) OR id = ANY (taught)
    UNION SELECT teacher_id FROM public.class_secondary_teachers JOIN public.classes ON classes.id = class_id
      WHERE school_id = ANY (served) OR classes.id = ANY (taught)
  );
END $$;--> statement-breakpoint
-- Administrators, service accounts of the installation, and teachers whom every school may take on.
CREATE FUNCTION is_of_no_school(person uuid) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER COST 1000
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN NOT EXISTS (SELECT FROM public.memberships WHERE user_id = person)
    AND NOT EXISTS (SELECT FROM public.classes WHERE main_teacher_id = person AND school_id IS NOT NULL AND deleted_at IS NULL)
    AND NOT EXISTS (
      SELECT FROM public.class_secondary_teachers JOIN public.classes ON classes.id = class_id
      WHERE teacher_id = person AND school_id IS NOT NULL AND deleted_at IS NULL
    );
END $$;--> statement-breakpoint
-- The names that stand on rows as who made or changed them, of whatever school. Its owner reads the table.
CREATE VIEW staff_names AS SELECT id, first_name, last_name FROM users;--> statement-breakpoint
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
    ('last_opened_units', 'EXISTS (SELECT FROM profiles own WHERE own.id = profile_id)', NULL)
  ) AS walled
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION raise_walls() RETURNS boolean LANGUAGE plpgsql SET client_min_messages = warning AS $$
DECLARE
  role text = wall_role();
  owned record;
  walled record;
BEGIN
  IF NOT make_wall_role() THEN RETURN false; END IF;
  IF NOT has_schema_privilege(role, 'public', 'USAGE') THEN EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', role); END IF;
  FOR owned IN
    SELECT c.oid::regclass AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relowner = (SELECT relowner FROM pg_class WHERE oid = 'public.classes'::regclass)
      AND NOT has_table_privilege(role, c.oid, 'DELETE')
  LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', owned.name, role);
  END LOOP;
  IF NOT has_function_privilege(role, 'viewer_served()', 'EXECUTE') THEN
    EXECUTE format('GRANT EXECUTE ON FUNCTION viewer_schools(), viewer_taught(), viewer_served() TO %I', role);
  END IF;
  IF NOT has_table_privilege(role, 'staff_names', 'SELECT') THEN
    EXECUTE format('GRANT SELECT ON staff_names TO %I', role);
    EXECUTE format('GRANT EXECUTE ON FUNCTION viewer_people(), is_of_no_school(uuid) TO %I', role);
  END IF;
  FOR walled IN SELECT * FROM walled_tables() LOOP
    CONTINUE WHEN EXISTS (
      SELECT FROM pg_policy WHERE polname = 'own_schools' AND polrelid = to_regclass(format('public.%I', walled.table))
        AND polroles = ARRAY[to_regrole(quote_ident(role))::oid]
    );
    EXECUTE format('DROP POLICY IF EXISTS own_schools ON %I', walled.table);
    EXECUTE format('DROP POLICY IF EXISTS everybody ON %I', walled.table);
    EXECUTE format('CREATE POLICY everybody ON %I USING (true)', walled.table);
    EXECUTE format('CREATE POLICY own_schools ON %I AS RESTRICTIVE TO %I USING (%s)', walled.table, role, walled.seen)
      || coalesce(' WITH CHECK (' || walled.checked || ')', '');
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled.table);
  END LOOP;
  RETURN true;
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION viewer_people(), is_of_no_school(uuid) FROM PUBLIC;--> statement-breakpoint
SELECT raise_walls();
