DROP INDEX "classes_short_pieces_idx";--> statement-breakpoint
DROP INDEX "users_short_pieces_idx";--> statement-breakpoint
-- Every character and every pair of neighbours, for a search that is too short for trigrams: in pairs from the first
-- character on, then from the second.
CREATE OR REPLACE FUNCTION short_pieces(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_remove(array_remove(
    string_to_array(value, NULL) || string_to_array(
      regexp_replace(value, '(..)', '\1 ', 'g') || ' ' || regexp_replace(substr(value, 2), '(..)', '\1 ', 'g'), ' '), ''), ' ')
$$;--> statement-breakpoint
CREATE INDEX "classes_short_pieces_idx" ON "classes" USING gin (short_pieces("search_text"));--> statement-breakpoint
CREATE INDEX "users_short_pieces_idx" ON "users" USING gin (short_pieces("search_text"));