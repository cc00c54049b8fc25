-- The last day of a class's own codes, where it takes over those of its class of the year before: when that one ends, is
-- archived, or has been in the trash for 29 days (`moveDueCodes`). A teacher of the new class need not see the old one.
CREATE FUNCTION codes_until(made uuid) RETURNS date LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT min(least(
      source.end_date,
      CASE WHEN source.status <> 0 THEN current_date END,
      (source.deleted_at + interval '29 days')::date
    ))
    FROM public.school_year_turn_classes one
    JOIN public.school_year_turns turn ON turn.id = one.turn_id AND turn.taken_back_at IS NULL
    JOIN public.classes source ON source.id = one.source_id
    WHERE one.class_id = made AND one.keeps_code AND one.code_moved_at IS NULL
  );
END $$;
