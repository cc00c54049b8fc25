CREATE TABLE "report_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_by_id" uuid NOT NULL,
	"report" text NOT NULL,
	"question" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"rows_total" integer,
	"storage_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "report_exports_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "report_exports_report_known" CHECK ("report_exports"."report" in ('visitors', 'usage')),
	CONSTRAINT "report_exports_state_known" CHECK ("report_exports"."state" in ('waiting', 'running', 'done', 'failed')),
	CONSTRAINT "report_exports_rows_add_up" CHECK ("report_exports"."rows_done" between 0 and coalesce("report_exports"."rows_total", 0)),
	CONSTRAINT "report_exports_storage_key_length" CHECK (char_length("report_exports"."storage_key") between 8 and 120)
);
--> statement-breakpoint
ALTER TABLE "report_exports" ADD CONSTRAINT "report_exports_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_exports_created_by_idx" ON "report_exports" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "report_exports_created_idx" ON "report_exports" USING btree ("created_at");