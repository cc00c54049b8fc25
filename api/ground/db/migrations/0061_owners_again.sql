-- outside a transaction
-- A class can be back from the trash while its school administrator is deleted. The purge of that person would remove the
-- class from its school. The class gets the first owner of its school, an active owner if the school has one.
DO $$
DECLARE
  orphan uuid;
  owner uuid;
BEGIN
  FOR orphan, owner IN
    SELECT "classes"."id", (
      SELECT "users"."id" FROM "memberships" JOIN "users" ON "users"."id" = "user_id"
      WHERE "memberships"."school_id" = "classes"."school_id" AND "memberships"."role" = 'SchoolOwner' AND "users"."deleted_at" IS NULL
      ORDER BY ("users"."status" = 1) DESC, "memberships"."created_at", "users"."id" LIMIT 1
    )
    FROM "classes" JOIN "users" gone ON gone.id = "school_administrator_id"
    WHERE gone.deleted_at IS NOT NULL AND "classes"."deleted_at" IS NULL
  LOOP
    UPDATE "classes" SET "school_administrator_id" = owner, "version" = "version" + 1, "updated_at" = now()
      WHERE "id" = orphan AND owner IS NOT NULL AND "deleted_at" IS NULL
        -- Another administrator may have changed the class since the loop read it.
        AND EXISTS (SELECT FROM "users" WHERE "users"."id" = "school_administrator_id" AND "users"."deleted_at" IS NOT NULL);
    COMMIT;
  END LOOP;
END $$;--> statement-breakpoint
-- The search text of a log row after an erasure gets the normal form and the name of the API key, as new rows have them.
DO $$
DECLARE
  last uuid = '00000000-0000-0000-0000-000000000000';
  some_rows uuid[];
BEGIN
  LOOP
    some_rows := ARRAY(SELECT "id" FROM "audit_log" WHERE "id" > last ORDER BY "id" LIMIT 1000);
    EXIT WHEN cardinality(some_rows) = 0;
    UPDATE "audit_log" SET "search_text" = normal_form(concat_ws(' ', "actor_name", "api_key_name"))
      WHERE "id" = ANY (some_rows)
        AND "entity" IN ('profiles', 'community_posts') AND "entity_name" = '' AND "before" IS NULL AND "after" IS NULL
        AND "search_text" <> normal_form(concat_ws(' ', "actor_name", "api_key_name"));
    COMMIT;
    last = some_rows[cardinality(some_rows)];
  END LOOP;
END $$;
