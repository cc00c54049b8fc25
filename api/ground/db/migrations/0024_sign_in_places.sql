CREATE TABLE "sign_in_places" (
	"user_id" uuid NOT NULL,
	"place_hash" text NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_places_pk" PRIMARY KEY("user_id","place_hash"),
	CONSTRAINT "sign_in_places_place_hash_length" CHECK (char_length("sign_in_places"."place_hash") between 64 and 64)
);
--> statement-breakpoint
ALTER TABLE "refresh_families" ADD COLUMN "os" text;--> statement-breakpoint
ALTER TABLE "refresh_families" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "refresh_families" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "sign_in_places" ADD CONSTRAINT "sign_in_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_places_last_used_idx" ON "sign_in_places" USING btree ("last_used_at");--> statement-breakpoint
ALTER TABLE "refresh_families" ADD CONSTRAINT "refresh_families_os_length" CHECK (char_length("refresh_families"."os") between 1 and 100);--> statement-breakpoint
ALTER TABLE "refresh_families" ADD CONSTRAINT "refresh_families_browser_length" CHECK (char_length("refresh_families"."browser") between 1 and 100);--> statement-breakpoint
ALTER TABLE "refresh_families" ADD CONSTRAINT "refresh_families_network_length" CHECK (char_length("refresh_families"."network") between 1 and 45);