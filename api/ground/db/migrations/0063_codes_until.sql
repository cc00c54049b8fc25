-- The last day of a class's own codes. After it, the class takes over the codes of its class of the year before: when that
-- class has ended, is archived, or has been in the trash for 29 days (`moveDueCodes`). The wall hides that class from a teacher.
CREATE FUNCTION codes_until(made uuid) RETURNS date LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT min(least(
      source.end_date,
      CASE WHEN source.status <> 0 THEN (now() AT TIME ZONE 'UTC')::date END,
      ((source.deleted_at + interval '29 days') AT TIME ZONE 'UTC')::date
    ))
    FROM public.school_year_turn_classes one
    JOIN public.school_year_turns turn ON turn.id = one.turn_id AND turn.taken_back_at IS NULL
    JOIN public.classes source ON source.id = one.source_id
    WHERE one.class_id = made AND one.keeps_code AND one.code_moved_at IS NULL
  );
END $$;
