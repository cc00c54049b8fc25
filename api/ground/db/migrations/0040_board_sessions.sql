-- outside a transaction
CREATE TABLE IF NOT EXISTS "board_followers" (
	"session_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"content_id" uuid,
	"heard" boolean DEFAULT false NOT NULL,
	"spoken" boolean DEFAULT false NOT NULL,
	"finished" boolean DEFAULT false NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "board_followers_pk" PRIMARY KEY("session_id","profile_id")
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "board_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"content_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"started_by_id" uuid,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "board_sessions_version_positive" CHECK ("board_sessions"."version" > 0)
);--> statement-breakpoint
ALTER TABLE "classes" DROP CONSTRAINT IF EXISTS "classes_child_guard_known";--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN IF NOT EXISTS "code_opens" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "board_followers" DROP CONSTRAINT IF EXISTS "board_followers_session_id_board_sessions_id_fk";--> statement-breakpoint
ALTER TABLE "board_followers" ADD CONSTRAINT "board_followers_session_id_board_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."board_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_followers" DROP CONSTRAINT IF EXISTS "board_followers_profile_id_profiles_id_fk";--> statement-breakpoint
ALTER TABLE "board_followers" ADD CONSTRAINT "board_followers_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_followers" DROP CONSTRAINT IF EXISTS "board_followers_content_id_contents_id_fk";--> statement-breakpoint
ALTER TABLE "board_followers" ADD CONSTRAINT "board_followers_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_sessions" DROP CONSTRAINT IF EXISTS "board_sessions_class_id_classes_id_fk";--> statement-breakpoint
ALTER TABLE "board_sessions" ADD CONSTRAINT "board_sessions_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_sessions" DROP CONSTRAINT IF EXISTS "board_sessions_content_id_contents_id_fk";--> statement-breakpoint
ALTER TABLE "board_sessions" ADD CONSTRAINT "board_sessions_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_sessions" DROP CONSTRAINT IF EXISTS "board_sessions_started_by_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "board_sessions" ADD CONSTRAINT "board_sessions_started_by_id_users_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "board_followers_profile_idx" ON "board_followers" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "board_followers_content_idx" ON "board_followers" USING btree ("content_id") WHERE "board_followers"."content_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "board_sessions_class_unique" ON "board_sessions" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "board_sessions_content_idx" ON "board_sessions" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "board_sessions_started_by_idx" ON "board_sessions" USING btree ("started_by_id") WHERE "board_sessions"."started_by_id" is not null;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_child_guard_known" CHECK ("classes"."child_guard" in (0, 1, 2));
