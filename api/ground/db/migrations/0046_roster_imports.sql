-- outside a transaction
CREATE TABLE IF NOT EXISTS "roster_import_rows" (
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"unit" integer NOT NULL,
	"kind" text NOT NULL,
	"file" text NOT NULL,
	"line" integer NOT NULL,
	"sourced_id" text NOT NULL,
	"values" jsonb,
	"outcome" text,
	"problems" jsonb,
	"settled" boolean NOT NULL,
	CONSTRAINT "roster_import_rows_pk" PRIMARY KEY("import_id","position"),
	CONSTRAINT "roster_import_rows_kind_known" CHECK ("roster_import_rows"."kind" in ('school', 'person', 'class', 'teacher', 'student', 'other')),
	CONSTRAINT "roster_import_rows_outcome_known" CHECK ("roster_import_rows"."outcome" in ('created', 'updated', 'unchanged', 'skipped', 'refused')),
	CONSTRAINT "roster_import_rows_line_range" CHECK ("roster_import_rows"."line" between 1 and 1000000),
	CONSTRAINT "roster_import_rows_sourced_id_length" CHECK (char_length("roster_import_rows"."sourced_id") between 0 and 200)
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "roster_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_by_id" uuid NOT NULL,
	"api_key_id" uuid,
	"request_id" text NOT NULL,
	"file_name" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"dry_run" boolean NOT NULL,
	"total" integer NOT NULL,
	"ignored_files" text[] NOT NULL,
	"courses" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "roster_imports_state_known" CHECK ("roster_imports"."state" in ('waiting', 'running', 'checked', 'done', 'failed')),
	CONSTRAINT "roster_imports_request_id_length" CHECK (char_length("roster_imports"."request_id") between 1 and 200),
	CONSTRAINT "roster_imports_file_name_length" CHECK (char_length("roster_imports"."file_name") between 1 and 200)
);--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN IF NOT EXISTS "external_id" text;--> statement-breakpoint
ALTER TABLE "roster_import_rows" DROP CONSTRAINT IF EXISTS "roster_import_rows_import_id_roster_imports_id_fk";--> statement-breakpoint
ALTER TABLE "roster_import_rows" ADD CONSTRAINT "roster_import_rows_import_id_roster_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."roster_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_imports" DROP CONSTRAINT IF EXISTS "roster_imports_created_by_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "roster_imports" ADD CONSTRAINT "roster_imports_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roster_imports" DROP CONSTRAINT IF EXISTS "roster_imports_api_key_id_api_keys_id_fk";--> statement-breakpoint
ALTER TABLE "roster_imports" ADD CONSTRAINT "roster_imports_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "roster_import_rows_waiting_idx" ON "roster_import_rows" USING btree ("import_id","unit") WHERE "roster_import_rows"."outcome" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "roster_imports_created_by_idx" ON "roster_imports" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "roster_imports_api_key_idx" ON "roster_imports" USING btree ("api_key_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "roster_imports_created_idx" ON "roster_imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "profiles_external_id_idx" ON "profiles" USING btree ("external_id") WHERE "profiles"."external_id" is not null;--> statement-breakpoint
-- NOT VALID, since no row has a value yet: the table need not be read under the lock.
ALTER TABLE "profiles" DROP CONSTRAINT IF EXISTS "profiles_external_id_length";--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_external_id_length" CHECK (char_length("profiles"."external_id") between 1 and 200) NOT VALID;--> statement-breakpoint
ALTER TABLE "profiles" VALIDATE CONSTRAINT "profiles_external_id_length";
