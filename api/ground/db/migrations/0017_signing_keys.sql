CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"value" text NOT NULL,
	"signs_from" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "signing_keys_purpose_known" CHECK ("signing_keys"."purpose" in ('tokens', 'refresh', 'links', 'accountLinks'))
);
--> statement-breakpoint
CREATE INDEX "signing_keys_purpose_idx" ON "signing_keys" USING btree ("purpose","signs_from");--> statement-breakpoint
-- What signed until now goes on to verify, and to sign until the first rotation.
INSERT INTO "signing_keys" ("id", "purpose", "value", "signs_from", "created_at")
SELECT 'first-' || "name", "name", "value", "created_at", "created_at" FROM "secrets"
WHERE "name" IN ('tokens', 'refresh', 'links', 'accountLinks');
