CREATE TABLE "nightly_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "nightly_runs_finished_idx" ON "nightly_runs" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "profiles_name_idx" ON "profiles" USING gin (normal_form("name") gin_trgm_ops,short_pieces(normal_form("name")));