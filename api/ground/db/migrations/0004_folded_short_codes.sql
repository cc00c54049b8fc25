-- From here on codes that children cannot tell apart are one code. Printed codes never change by themselves: where two
-- books have codes that read alike, their school decides.
DO $$
DECLARE alike text;
BEGIN
  SELECT string_agg(books, E'\n') INTO alike FROM (
    SELECT '  ' || string_agg(format('"%s" (%s)', short_code, name), ' and ' ORDER BY short_code) AS books
    FROM "textbooks" WHERE deleted_at IS NULL
    GROUP BY translate(upper(regexp_replace(normalize(short_code, NFKC), '[[:space:]‐‑‒–—―−ー-]', '', 'g')), 'OIL', '011') HAVING count(*) > 1
  ) AS groups;
  IF alike IS NOT NULL THEN
    RAISE EXCEPTION E'some textbooks have short codes that read alike, which this version does not allow:\n%', alike
      USING HINT = 'Start the version that ran before, change all but one of each line''s short codes under Textbooks, and run npm run migrate again.';
  END IF;
END $$;--> statement-breakpoint
DROP INDEX "textbooks_short_code_unique";--> statement-breakpoint
CREATE UNIQUE INDEX "textbooks_short_code_unique" ON "textbooks" USING btree (translate(upper(regexp_replace(normalize("short_code", NFKC), '[[:space:]‐‑‒–—―−ー-]', '', 'g')), 'OIL', '011')) WHERE "textbooks"."deleted_at" is null;