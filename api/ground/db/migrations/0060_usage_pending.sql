CREATE TABLE "usage_pending" (
	"event_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"views" smallint NOT NULL,
	"duration" integer NOT NULL,
	CONSTRAINT "usage_pending_views_known" CHECK ("usage_pending"."views" in (0, 1)),
	CONSTRAINT "usage_pending_duration_within_day" CHECK ("usage_pending"."duration" between 0 and 86400000)
);
