-- outside a transaction
CREATE TABLE IF NOT EXISTS "community_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"stamp" text,
	"media_id" uuid,
	"replied_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone,
	CONSTRAINT "community_replies_kind_known" CHECK ("community_replies"."kind" in ('stamp', 'voice')),
	CONSTRAINT "community_replies_stamp_known" CHECK ("community_replies"."stamp" in ('hanamaru', 'star', 'smile', 'listenAgain', 'onceMore')),
	CONSTRAINT "community_replies_one_of_both" CHECK (("community_replies"."kind" = 'stamp') = ("community_replies"."stamp" is not null)
      and ("community_replies"."kind" = 'voice') = ("community_replies"."media_id" is not null))
);--> statement-breakpoint
ALTER TABLE "community_posts" ADD COLUMN IF NOT EXISTS "content_id" uuid;--> statement-breakpoint
ALTER TABLE "community_replies" DROP CONSTRAINT IF EXISTS "community_replies_post_id_community_posts_id_fk";--> statement-breakpoint
ALTER TABLE "community_replies" ADD CONSTRAINT "community_replies_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_replies" DROP CONSTRAINT IF EXISTS "community_replies_media_id_media_id_fk";--> statement-breakpoint
ALTER TABLE "community_replies" ADD CONSTRAINT "community_replies_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_replies" DROP CONSTRAINT IF EXISTS "community_replies_replied_by_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "community_replies" ADD CONSTRAINT "community_replies_replied_by_id_users_id_fk" FOREIGN KEY ("replied_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "community_replies_kind_unique" ON "community_replies" USING btree ("post_id","kind");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "community_replies_media_idx" ON "community_replies" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "community_replies_replied_by_idx" ON "community_replies" USING btree ("replied_by_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "community_posts_content_idx" ON "community_posts" USING btree ("content_id") WHERE "community_posts"."content_id" is not null;--> statement-breakpoint
ALTER TABLE "community_posts" DROP CONSTRAINT IF EXISTS "community_posts_content_id_contents_id_fk";--> statement-breakpoint
-- NOT VALID, since no row has a value yet: the table need not be read under the lock.
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "community_posts" VALIDATE CONSTRAINT "community_posts_content_id_contents_id_fk";
