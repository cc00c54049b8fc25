CREATE TABLE "installation" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL,
	"store_marked_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	"school_name" text,
	"language" text,
	"first_run_key_hash" text,
	"first_run_ends_at" timestamp (3) with time zone,
	"set_up_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_is_one" CHECK ("installation"."only"),
	CONSTRAINT "installation_language_known" CHECK ("installation"."language" in ('en', 'jp')),
	CONSTRAINT "installation_school_name_length" CHECK (char_length("installation"."school_name") between 1 and 200),
	CONSTRAINT "installation_first_run_key_hash_length" CHECK (char_length("installation"."first_run_key_hash") between 64 and 64)
);
--> statement-breakpoint
CREATE TABLE "maintenance_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"outcome" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "maintenance_runs_kind_known" CHECK ("maintenance_runs"."kind" in ('sweep', 'backup', 'restore_check', 'key_rotation')),
	CONSTRAINT "maintenance_runs_outcome_known" CHECK ("maintenance_runs"."outcome" in ('done', 'held', 'failed'))
);
--> statement-breakpoint
CREATE INDEX "maintenance_runs_kind_idx" ON "maintenance_runs" USING btree ("kind","started_at");--> statement-breakpoint
INSERT INTO "installation" ("id", "demo") VALUES (gen_random_uuid(), exists (SELECT FROM "users" WHERE lower("email") = 'superadmin@demo.test'));
