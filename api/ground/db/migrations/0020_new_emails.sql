ALTER TABLE "account_links" DROP CONSTRAINT "account_links_purpose_known";--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_email_known" CHECK (("account_links"."purpose" = 'email') = ("account_links"."email" is not null));--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_email_length" CHECK (char_length("account_links"."email") between 3 and 254);--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_purpose_known" CHECK ("account_links"."purpose" in ('invitation', 'reset', 'email'));