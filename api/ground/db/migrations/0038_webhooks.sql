-- outside a transaction
CREATE TABLE IF NOT EXISTS "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"type" text NOT NULL,
	"row_id" uuid,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_try_at" timestamp (3) with time zone,
	"next_try_at" timestamp (3) with time zone,
	"status" smallint,
	"duration_ms" integer,
	"problem" text,
	"answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_state_known" CHECK ("webhook_deliveries"."state" in ('waiting', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_problem_known" CHECK ("webhook_deliveries"."problem" in ('status', 'redirect', 'timeout', 'connection', 'address', 'secret')),
	CONSTRAINT "webhook_deliveries_wait_for_a_try" CHECK (("webhook_deliveries"."state" = 'waiting') = ("webhook_deliveries"."next_try_at" is not null)),
	CONSTRAINT "webhook_deliveries_type_length" CHECK (char_length("webhook_deliveries"."type") between 1 and 40),
	CONSTRAINT "webhook_deliveries_answer_length" CHECK (char_length("webhook_deliveries"."answer") between 0 and 500)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"sealed_secret" text NOT NULL,
	"old_sealed_secret" text,
	"old_secret_ends_at" timestamp (3) with time zone,
	"cursors" jsonb NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"rests_until" timestamp (3) with time zone,
	"created_by_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid,
	CONSTRAINT "webhooks_state_known" CHECK ("webhooks"."state" in ('active', 'off', 'gone', 'failing')),
	CONSTRAINT "webhooks_tell_something" CHECK (cardinality("webhooks"."events") > 0),
	CONSTRAINT "webhooks_old_secret_ends" CHECK (("webhooks"."old_sealed_secret" is null) = ("webhooks"."old_secret_ends_at" is null)),
	CONSTRAINT "webhooks_name_length" CHECK (char_length("webhooks"."name") between 1 and 100),
	CONSTRAINT "webhooks_url_length" CHECK (char_length("webhooks"."url") between 1 and 2000),
	CONSTRAINT "webhooks_sealed_secret_length" CHECK (char_length("webhooks"."sealed_secret") between 40 and 400),
	CONSTRAINT "webhooks_old_sealed_secret_length" CHECK (char_length("webhooks"."old_sealed_secret") between 40 and 400)
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT IF EXISTS "webhook_deliveries_webhook_id_webhooks_id_fk", ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" DROP CONSTRAINT IF EXISTS "webhooks_created_by_id_users_id_fk", ADD CONSTRAINT "webhooks_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" DROP CONSTRAINT IF EXISTS "webhooks_updated_by_id_users_id_fk", ADD CONSTRAINT "webhooks_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "webhook_deliveries_log_idx" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "webhook_deliveries_waiting_idx" ON "webhook_deliveries" USING btree ("webhook_id","next_try_at") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "webhook_deliveries_created_idx" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "webhooks_created_by_idx" ON "webhooks" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "webhooks_updated_by_idx" ON "webhooks" USING btree ("updated_by_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "contents_changes_idx" ON "contents" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "lessons_changes_idx" ON "lessons" USING btree ("updated_at","id");