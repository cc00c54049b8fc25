-- The second wall between schools: a role that sees the rows of its viewer's schools alone. The first are the scopes of the
-- queries (api/domains/schools/scope.ts). The functions say the same once more, for PostgreSQL's row-level security.
CREATE FUNCTION wall_role() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT (CASE WHEN octet_length(owner) <= 56 THEN owner ELSE md5(owner) END) || '_school'
  FROM (SELECT pg_get_userbyid(relowner)::text AS owner FROM pg_class WHERE oid = 'public.classes'::regclass) AS named
$$;--> statement-breakpoint
CREATE FUNCTION viewer_id() RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('manabook.viewer', true), '')::uuid
$$;--> statement-breakpoint
-- The schools that the viewer owns. The owner of the tables reads them here, so that no policy asks itself.
CREATE FUNCTION viewer_schools() RETURNS uuid[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN ARRAY(SELECT school_id FROM public.memberships WHERE user_id = public.viewer_id() AND role = 'SchoolOwner');
END $$;--> statement-breakpoint
-- The classes where the viewer is the main or a secondary teacher, deleted ones included.
CREATE FUNCTION viewer_taught() RETURNS uuid[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT id FROM public.classes WHERE main_teacher_id = public.viewer_id()
    UNION SELECT class_id FROM public.class_secondary_teachers WHERE teacher_id = public.viewer_id()
  );
END $$;--> statement-breakpoint
-- The schools that the viewer belongs to or teaches for.
CREATE FUNCTION viewer_served() RETURNS uuid[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT school_id FROM public.memberships WHERE user_id = public.viewer_id()
    UNION SELECT school_id FROM public.classes WHERE school_id IS NOT NULL AND id = ANY (public.viewer_taught())
  );
END $$;--> statement-breakpoint
-- The other classes of a child, of whatever school: their staff see that it is shared, and not with whom.
CREATE FUNCTION other_class_count(child uuid, here uuid) RETURNS int LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT count(*) FROM public.class_profiles other JOIN public.classes ON classes.id = other.class_id
    WHERE other.profile_id = child AND other.class_id <> here AND classes.deleted_at IS NULL
  );
END $$;--> statement-breakpoint
-- Whether a login may take a role on. Since PostgreSQL 16 a member need not be allowed to.
CREATE FUNCTION may_become(login text, role text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT pg_has_role(login::name, role::name,
    CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END)
$$;--> statement-breakpoint
-- Makes the role where the login may, and gives it to the login. False where an operator has to. A role belongs to the
-- whole cluster: other databases may be making the same one at this moment.
CREATE FUNCTION make_wall_role() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  role text = wall_role();
  login text;
  inherited text = CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE' ELSE '' END;
BEGIN
  IF to_regrole(quote_ident(role)) IS NULL THEN
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role);
    EXCEPTION
      WHEN insufficient_privilege THEN RETURN false;
      WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END IF;
  FOREACH login IN ARRAY ARRAY[current_user::text, pg_get_userbyid((SELECT relowner FROM pg_class WHERE oid = 'public.classes'::regclass))::text] LOOP
    FOR tries IN 1..20 LOOP
      EXIT WHEN may_become(login, role);
      BEGIN
        EXECUTE format('GRANT %I TO %I', role, login) || inherited;
      EXCEPTION
        WHEN insufficient_privilege OR invalid_grant_operation THEN RETURN false;
        -- Another database gives the same role at this moment.
        WHEN unique_violation OR internal_error THEN PERFORM pg_sleep(0.05);
      END;
    END LOOP;
  END LOOP;
  -- A role of that name which sees everything is no wall.
  RETURN may_become(current_user::text, role)
    AND NOT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = role);
END $$;--> statement-breakpoint
-- The tables behind the wall, each with what the viewer must see of a row; `null` among the checks is the same for new rows.
CREATE FUNCTION walled_tables() RETURNS TABLE ("table" text, seen text, checked text) LANGUAGE sql STABLE AS $$
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
    ('finished_contents', 'EXISTS (SELECT FROM profiles own WHERE own.id = profile_id)', NULL),
    ('last_opened_units', 'EXISTS (SELECT FROM profiles own WHERE own.id = profile_id)', NULL)
  ) AS walled
$$;--> statement-breakpoint
-- Builds what is missing of the wall, and says whether it stands. It may run again: after an operator has made the role, and
-- for the tables of later migrations. For other logins and the owner everything stays as it was.
CREATE FUNCTION raise_walls() RETURNS boolean LANGUAGE plpgsql SET client_min_messages = warning AS $$
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
-- Whether nothing is missing of the wall, and this login may go behind it.
CREATE FUNCTION walls_stand() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN to_regrole(quote_ident(wall_role())) IS NULL THEN false ELSE
    may_become(current_user::text, wall_role())
    AND NOT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = wall_role())
    AND NOT EXISTS (
      SELECT FROM walled_tables() walled WHERE NOT EXISTS (
        SELECT FROM pg_policy JOIN pg_class c ON c.oid = polrelid
        WHERE polname = 'own_schools' AND polrelid = to_regclass(format('public.%I', walled."table"))
          AND polroles = ARRAY[to_regrole(quote_ident(wall_role()))::oid] AND c.relrowsecurity
      )
    )
  END
$$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION viewer_schools(), viewer_taught(), viewer_served(), make_wall_role(), raise_walls() FROM PUBLIC;--> statement-breakpoint
SELECT raise_walls();
