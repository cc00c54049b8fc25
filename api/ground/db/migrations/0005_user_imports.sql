CREATE TABLE "user_import_rows" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"errors" jsonb,
	"user_id" uuid,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "user_import_rows_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "user_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_by_id" uuid NOT NULL,
	"request_id" text NOT NULL,
	"file_name" text NOT NULL,
	"encoding" text NOT NULL,
	"delimiter" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"total" integer NOT NULL,
	"processed" integer NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"failed" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "user_imports_state_known" CHECK ("user_imports"."state" in ('waiting', 'running', 'done')),
	CONSTRAINT "user_imports_counts_add_up" CHECK ("user_imports"."processed" = "user_imports"."created" + "user_imports"."failed" and "user_imports"."processed" <= "user_imports"."total"),
	CONSTRAINT "user_imports_request_id_length" CHECK (char_length("user_imports"."request_id") between 1 and 200),
	CONSTRAINT "user_imports_file_name_length" CHECK (char_length("user_imports"."file_name") between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "user_import_rows" ADD CONSTRAINT "user_import_rows_import_id_user_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."user_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_import_rows" ADD CONSTRAINT "user_import_rows_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_imports" ADD CONSTRAINT "user_imports_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_import_rows_user_idx" ON "user_import_rows" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_import_rows_waiting_idx" ON "user_import_rows" USING btree ("import_id","row") WHERE "user_import_rows"."done_at" is null;--> statement-breakpoint
CREATE INDEX "user_imports_created_by_idx" ON "user_imports" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "user_imports_created_idx" ON "user_imports" USING btree ("created_at");