-- outside a transaction
-- 144 random bits as 24 URL-safe characters. The bits of a UUID that are not random are left out.
CREATE OR REPLACE FUNCTION random_card_code() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT translate(encode(
    substring(uuid_send(gen_random_uuid()) FROM 1 FOR 6)
      || substring(uuid_send(gen_random_uuid()) FROM 1 FOR 6)
      || substring(uuid_send(gen_random_uuid()) FROM 1 FOR 6),
    'base64'), '+/', '-_');
$$;--> statement-breakpoint
-- The column comes without a default, since a random one would write every row anew under a lock. From here on the
-- default fills the rows of servers of the version before as well.
ALTER TABLE "profiles" ADD COLUMN IF NOT EXISTS "card_code" text;--> statement-breakpoint
ALTER TABLE "profiles" ALTER COLUMN "card_code" SET DEFAULT random_card_code();--> statement-breakpoint
DO $$
DECLARE
  last_id uuid := '00000000-0000-0000-0000-000000000000';
  next_id uuid;
BEGIN
  LOOP
    SELECT id INTO next_id FROM (SELECT id FROM "profiles" WHERE id > last_id ORDER BY id LIMIT 1000) batch
      ORDER BY id DESC LIMIT 1;
    EXIT WHEN next_id IS NULL;
    UPDATE "profiles" SET "card_code" = random_card_code() WHERE id > last_id AND id <= next_id AND "card_code" IS NULL;
    COMMIT;
    last_id := next_id;
  END LOOP;
END $$;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "profiles_card_code_unique" ON "profiles" USING btree ("card_code");--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT IF EXISTS "profiles_card_code_length";--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_card_code_length" CHECK (char_length("profiles"."card_code") between 22 and 64);--> statement-breakpoint
ALTER TABLE "profiles" ALTER COLUMN "card_code" SET NOT NULL;
