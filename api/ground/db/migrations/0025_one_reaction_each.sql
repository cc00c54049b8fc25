-- outside a transaction
-- Each profile gives a post one like and one heart; earlier servers counted every tap. A second run goes on where the
-- first one ended: only posts with a reaction that counts several times are changed.
DO $$
DECLARE
	some_posts uuid[];
BEGIN
	LOOP
		some_posts := ARRAY(
			SELECT id FROM "community_posts"
			WHERE id IN (SELECT post_id FROM "community_reactions" WHERE count > 1 LIMIT 1000)
			ORDER BY id FOR NO KEY UPDATE
		);
		EXIT WHEN cardinality(some_posts) = 0;
		UPDATE "community_reactions" SET count = 1, updated_at = now() WHERE post_id = ANY (some_posts) AND count > 1;
		UPDATE "community_posts" post SET like_count = given.likes, heart_count = given.hearts
		FROM (
			SELECT post_id, count(*) FILTER (WHERE type = 1)::int AS likes, count(*) FILTER (WHERE type = 2)::int AS hearts
			FROM "community_reactions" WHERE post_id = ANY (some_posts) GROUP BY post_id
		) given
		WHERE post.id = given.post_id;
		COMMIT;
	END LOOP;
END $$;
