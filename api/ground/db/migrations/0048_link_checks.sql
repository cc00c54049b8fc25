CREATE TABLE "link_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"row_id" uuid NOT NULL,
	"target" text NOT NULL,
	"problem" text,
	"bad_since" timestamp (3) with time zone,
	"broken_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	CONSTRAINT "link_checks_kind_known" CHECK ("link_checks"."kind" in ('video', 'game', 'picture', 'sound', 'itemSound', 'cover')),
	CONSTRAINT "link_checks_problem_known" CHECK ("link_checks"."problem" in ('gone', 'refused', 'missing', 'changed')),
	CONSTRAINT "link_checks_bad_since_a_look" CHECK (("link_checks"."problem" is null) = ("link_checks"."bad_since" is null)),
	CONSTRAINT "link_checks_broken_with_problem" CHECK ("link_checks"."broken_at" is null or "link_checks"."problem" is not null),
	CONSTRAINT "link_checks_target_length" CHECK (char_length("link_checks"."target") between 1 and 2048)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "link_checks_row_unique" ON "link_checks" USING btree ("row_id","kind");--> statement-breakpoint
CREATE INDEX "link_checks_target_idx" ON "link_checks" USING btree ("target","kind");--> statement-breakpoint
CREATE INDEX "link_checks_broken_idx" ON "link_checks" USING btree ("broken_at") WHERE "link_checks"."broken_at" is not null;