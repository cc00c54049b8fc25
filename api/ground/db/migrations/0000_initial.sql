-- Searches by a part of a text use its trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "account_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"requested_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	CONSTRAINT "account_links_purpose_known" CHECK ("account_links"."purpose" in ('invitation', 'reset')),
	CONSTRAINT "account_links_ends_once" CHECK ("account_links"."used_at" is null or "account_links"."voided_at" is null),
	CONSTRAINT "account_links_token_hash_length" CHECK (char_length("account_links"."token_hash") between 32 and 128)
);
--> statement-breakpoint
CREATE TABLE "refresh_families" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"remembered" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	CONSTRAINT "refresh_families_revoked_reason_length" CHECK (char_length("refresh_families"."revoked_reason") between 1 and 40)
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"family_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"parent_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "refresh_tokens_token_hash_length" CHECK (char_length("refresh_tokens"."token_hash") between 32 and 128)
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" text,
	CONSTRAINT "audit_log_actor_name_length" CHECK (char_length("audit_log"."actor_name") between 1 and 500),
	CONSTRAINT "audit_log_action_length" CHECK (char_length("audit_log"."action") between 1 and 60),
	CONSTRAINT "audit_log_entity_length" CHECK (char_length("audit_log"."entity") between 1 and 60),
	CONSTRAINT "audit_log_request_id_length" CHECK (char_length("audit_log"."request_id") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "class_secondary_teachers" (
	"class_id" uuid NOT NULL,
	"teacher_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "class_secondary_teachers_pk" PRIMARY KEY("class_id","teacher_id"),
	CONSTRAINT "class_secondary_teachers_at_most_five" CHECK ("class_secondary_teachers"."position" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE "classes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_code" text NOT NULL,
	"class_hash_code" text NOT NULL,
	"class_name" text NOT NULL,
	"textbook_id" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"main_teacher_id" uuid,
	"school_administrator_id" uuid,
	"approval_required" boolean DEFAULT true NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by_id" uuid,
	CONSTRAINT "classes_class_code_form" CHECK ("classes"."class_code" ~ '^[A-Z0-9]{4,12}$'),
	CONSTRAINT "classes_status_known" CHECK ("classes"."status" in (0, 1)),
	CONSTRAINT "classes_end_after_start" CHECK ("classes"."end_date" > "classes"."start_date"),
	CONSTRAINT "classes_at_most_two_years" CHECK ("classes"."end_date" <= "classes"."start_date" + interval '2 years'),
	CONSTRAINT "classes_class_hash_code_length" CHECK (char_length("classes"."class_hash_code") between 22 and 64),
	CONSTRAINT "classes_class_name_length" CHECK (char_length("classes"."class_name") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "community_post_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"profile_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by_id" uuid,
	CONSTRAINT "community_post_reports_reason_length" CHECK (char_length("community_post_reports"."reason") between 0 and 1000)
);
--> statement-breakpoint
CREATE TABLE "community_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"lesson_id" uuid,
	"profile_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"media_id" uuid,
	"thumbnail_media_id" uuid,
	"state" text DEFAULT 'pending' NOT NULL,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"like_count" integer DEFAULT 0 NOT NULL,
	"heart_count" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by_id" uuid,
	CONSTRAINT "community_posts_kind_known" CHECK ("community_posts"."kind" in ('image', 'video', 'record')),
	CONSTRAINT "community_posts_state_known" CHECK ("community_posts"."state" in ('pending', 'approved', 'hidden')),
	CONSTRAINT "community_posts_counts_from_zero" CHECK ("community_posts"."like_count" >= 0 and "community_posts"."heart_count" >= 0),
	CONSTRAINT "community_posts_title_length" CHECK (char_length("community_posts"."title") between 0 and 200)
);
--> statement-breakpoint
CREATE TABLE "community_reactions" (
	"post_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"type" smallint NOT NULL,
	"count" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "community_reactions_pk" PRIMARY KEY("post_id","profile_id","type"),
	CONSTRAINT "community_reactions_type_known" CHECK ("community_reactions"."type" in (1, 2)),
	CONSTRAINT "community_reactions_count_from_one" CHECK ("community_reactions"."count" >= 1)
);
--> statement-breakpoint
CREATE TABLE "contents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lesson_id" uuid NOT NULL,
	"hash_code" text NOT NULL,
	"type" smallint NOT NULL,
	"position" integer NOT NULL,
	"page_number" integer NOT NULL,
	"page_image_media_id" uuid,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"youtube_link" text,
	"wordwall_link" text,
	"audio_media_id" uuid,
	"published_at" timestamp (3) with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by_id" uuid,
	CONSTRAINT "contents_type_known" CHECK ("contents"."type" in (0, 1, 2, 3, 4, 5, 6)),
	CONSTRAINT "contents_position_from_zero" CHECK ("contents"."position" >= 0),
	CONSTRAINT "contents_page_number_from_one" CHECK ("contents"."page_number" >= 1),
	CONSTRAINT "contents_hash_code_length" CHECK (char_length("contents"."hash_code") between 22 and 64),
	CONSTRAINT "contents_name_length" CHECK (char_length("contents"."name") between 1 and 200),
	CONSTRAINT "contents_description_length" CHECK (char_length("contents"."description") between 0 and 5000),
	CONSTRAINT "contents_youtube_link_length" CHECK (char_length("contents"."youtube_link") between 1 and 2048),
	CONSTRAINT "contents_wordwall_link_length" CHECK (char_length("contents"."wordwall_link") between 1 and 2048)
);
--> statement-breakpoint
CREATE TABLE "push_and_listen_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"name" text NOT NULL,
	"audio_media_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"position" integer NOT NULL,
	"spot_x" double precision,
	"spot_y" double precision,
	"spot_width" double precision,
	"spot_height" double precision,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by_id" uuid,
	CONSTRAINT "push_and_listen_items_position_from_zero" CHECK ("push_and_listen_items"."position" >= 0),
	CONSTRAINT "push_and_listen_items_spot_whole" CHECK (num_nulls("push_and_listen_items"."spot_x", "push_and_listen_items"."spot_y", "push_and_listen_items"."spot_width", "push_and_listen_items"."spot_height") in (0, 4)),
	CONSTRAINT "push_and_listen_items_spot_on_page" CHECK ("push_and_listen_items"."spot_x" >= 0 and "push_and_listen_items"."spot_y" >= 0 and "push_and_listen_items"."spot_width" > 0 and "push_and_listen_items"."spot_height" > 0
        and "push_and_listen_items"."spot_x" + "push_and_listen_items"."spot_width" <= 100.01 and "push_and_listen_items"."spot_y" + "push_and_listen_items"."spot_height" <= 100.01),
	CONSTRAINT "push_and_listen_items_name_length" CHECK (char_length("push_and_listen_items"."name") between 1 and 200),
	CONSTRAINT "push_and_listen_items_file_name_length" CHECK (char_length("push_and_listen_items"."file_name") between 1 and 255)
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"purpose" text NOT NULL,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"byte_size" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"uploaded_by_id" uuid,
	"profile_id" uuid,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_kind_known" CHECK ("media"."kind" in ('image', 'video', 'audio')),
	CONSTRAINT "media_purpose_known" CHECK ("media"."purpose" in ('teaching', 'community')),
	CONSTRAINT "media_byte_size_from_one" CHECK ("media"."byte_size" >= 1),
	CONSTRAINT "media_size_positive" CHECK ("media"."width" > 0 and "media"."height" > 0),
	CONSTRAINT "media_duration_within_day" CHECK ("media"."duration_ms" between 0 and 86400000),
	CONSTRAINT "media_sha256_form" CHECK ("media"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "media_storage_key_length" CHECK (char_length("media"."storage_key") between 1 and 500),
	CONSTRAINT "media_content_type_length" CHECK (char_length("media"."content_type") between 3 and 100),
	CONSTRAINT "media_file_name_length" CHECK (char_length("media"."file_name") between 1 and 255)
);
--> statement-breakpoint
CREATE TABLE "media_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"post_id" uuid,
	"state" text DEFAULT 'pending' NOT NULL,
	"message_key" text,
	"source_key" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_requests_state_known" CHECK ("media_requests"."state" in ('pending', 'processing', 'ready', 'rejected')),
	CONSTRAINT "media_requests_attempts_from_zero" CHECK ("media_requests"."attempts" >= 0),
	CONSTRAINT "media_requests_rejected_with_reason" CHECK (("media_requests"."state" = 'rejected') = ("media_requests"."message_key" is not null)),
	CONSTRAINT "media_requests_message_key_length" CHECK (char_length("media_requests"."message_key") between 1 and 100),
	CONSTRAINT "media_requests_source_key_length" CHECK (char_length("media_requests"."source_key") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "class_profiles" (
	"class_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "class_profiles_pk" PRIMARY KEY("class_id","profile_id")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devices_token_hash_length" CHECK (char_length("devices"."token_hash") between 32 and 128)
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"animal" text NOT NULL,
	"device_id" uuid,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by_id" uuid,
	CONSTRAINT "profiles_name_length" CHECK (char_length("profiles"."name") between 1 and 200),
	CONSTRAINT "profiles_animal_length" CHECK (char_length("profiles"."animal") between 1 and 40)
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"textbook_id" uuid NOT NULL,
	"hash_code" text NOT NULL,
	"position" integer NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"language_focus" text NOT NULL,
	"phonics" text NOT NULL,
	"published_at" timestamp (3) with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by_id" uuid,
	CONSTRAINT "lessons_position_from_zero" CHECK ("lessons"."position" >= 0),
	CONSTRAINT "lessons_number_from_zero" CHECK ("lessons"."number" >= 0),
	CONSTRAINT "lessons_hash_code_length" CHECK (char_length("lessons"."hash_code") between 22 and 64),
	CONSTRAINT "lessons_title_length" CHECK (char_length("lessons"."title") between 1 and 200),
	CONSTRAINT "lessons_name_length" CHECK (char_length("lessons"."name") between 1 and 200),
	CONSTRAINT "lessons_description_length" CHECK (char_length("lessons"."description") between 0 and 5000),
	CONSTRAINT "lessons_language_focus_length" CHECK (char_length("lessons"."language_focus") between 1 and 1000),
	CONSTRAINT "lessons_phonics_length" CHECK (char_length("lessons"."phonics") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "textbooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"short_code" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"thumbnail_media_id" uuid,
	"hash_code" text NOT NULL,
	"published_at" timestamp (3) with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by_id" uuid,
	CONSTRAINT "textbooks_name_length" CHECK (char_length("textbooks"."name") between 1 and 200),
	CONSTRAINT "textbooks_short_code_length" CHECK (char_length("textbooks"."short_code") between 1 and 40),
	CONSTRAINT "textbooks_description_length" CHECK (char_length("textbooks"."description") between 0 and 5000),
	CONSTRAINT "textbooks_hash_code_length" CHECK (char_length("textbooks"."hash_code") between 22 and 64)
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"page_url" text NOT NULL,
	"content_type" smallint,
	"textbook_id" uuid,
	"textbook_name" text,
	"class_id" uuid,
	"class_name" text,
	"lesson_id" uuid,
	"content_id" uuid,
	"profile_id" uuid,
	"session_key" uuid,
	"client_ip" text,
	"ip_address" text,
	"os" text,
	"browser" text,
	"browser_version" text,
	"duration_ms" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_views_content_type_known" CHECK ("page_views"."content_type" in (0, 1, 2, 3, 4, 5, 6)),
	CONSTRAINT "page_views_duration_within_day" CHECK ("page_views"."duration_ms" between 0 and 86400000),
	CONSTRAINT "page_views_name_length" CHECK (char_length("page_views"."name") between 1 and 100),
	CONSTRAINT "page_views_page_url_length" CHECK (char_length("page_views"."page_url") between 1 and 2048),
	CONSTRAINT "page_views_textbook_name_length" CHECK (char_length("page_views"."textbook_name") between 0 and 200),
	CONSTRAINT "page_views_class_name_length" CHECK (char_length("page_views"."class_name") between 0 and 200),
	CONSTRAINT "page_views_client_ip_length" CHECK (char_length("page_views"."client_ip") between 0 and 64),
	CONSTRAINT "page_views_ip_address_length" CHECK (char_length("page_views"."ip_address") between 0 and 64),
	CONSTRAINT "page_views_os_length" CHECK (char_length("page_views"."os") between 0 and 100),
	CONSTRAINT "page_views_browser_length" CHECK (char_length("page_views"."browser") between 0 and 100),
	CONSTRAINT "page_views_browser_version_length" CHECK (char_length("page_views"."browser_version") between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"username" text,
	"role" text NOT NULL,
	"phone_number" text,
	"phone_type" smallint,
	"status" smallint DEFAULT 0 NOT NULL,
	"password_hash" text,
	"language" text DEFAULT 'en' NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone,
	"invited_by_id" uuid,
	"invited_at" timestamp (3) with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by_id" uuid,
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('SuperAdmin', 'Administrator', 'SchoolOwner', 'Teacher')),
	CONSTRAINT "users_status_known" CHECK ("users"."status" in (0, 1, 2)),
	CONSTRAINT "users_language_known" CHECK ("users"."language" in ('en', 'jp')),
	CONSTRAINT "users_username_form" CHECK ("users"."username" !~ '[@[:space:]]'),
	CONSTRAINT "users_phone_form" CHECK ("users"."phone_number" is null or coalesce(
        ("users"."phone_type" = 1 and "users"."phone_number" ~ '^[0-9]{10}$')
        or ("users"."phone_type" = 2 and "users"."phone_number" ~ '^[0-9]{11}$'), false)),
	CONSTRAINT "users_first_name_length" CHECK (char_length("users"."first_name") between 1 and 200),
	CONSTRAINT "users_last_name_length" CHECK (char_length("users"."last_name") between 1 and 200),
	CONSTRAINT "users_email_length" CHECK (char_length("users"."email") between 3 and 254),
	CONSTRAINT "users_username_length" CHECK (char_length("users"."username") between 1 and 100)
);
--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_families" ADD CONSTRAINT "refresh_families_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_family_id_refresh_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."refresh_families"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_parent_id_refresh_tokens_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."refresh_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_secondary_teachers" ADD CONSTRAINT "class_secondary_teachers_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_secondary_teachers" ADD CONSTRAINT "class_secondary_teachers_teacher_id_users_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_textbook_id_textbooks_id_fk" FOREIGN KEY ("textbook_id") REFERENCES "public"."textbooks"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_main_teacher_id_users_id_fk" FOREIGN KEY ("main_teacher_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_school_administrator_id_users_id_fk" FOREIGN KEY ("school_administrator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_deleted_by_id_users_id_fk" FOREIGN KEY ("deleted_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_post_reports" ADD CONSTRAINT "community_post_reports_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_post_reports" ADD CONSTRAINT "community_post_reports_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_post_reports" ADD CONSTRAINT "community_post_reports_resolved_by_id_users_id_fk" FOREIGN KEY ("resolved_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_thumbnail_media_id_media_id_fk" FOREIGN KEY ("thumbnail_media_id") REFERENCES "public"."media"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_posts" ADD CONSTRAINT "community_posts_deleted_by_id_users_id_fk" FOREIGN KEY ("deleted_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reactions" ADD CONSTRAINT "community_reactions_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_reactions" ADD CONSTRAINT "community_reactions_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_page_image_media_id_media_id_fk" FOREIGN KEY ("page_image_media_id") REFERENCES "public"."media"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_audio_media_id_media_id_fk" FOREIGN KEY ("audio_media_id") REFERENCES "public"."media"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_deleted_by_id_users_id_fk" FOREIGN KEY ("deleted_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_and_listen_items" ADD CONSTRAINT "push_and_listen_items_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_and_listen_items" ADD CONSTRAINT "push_and_listen_items_audio_media_id_media_id_fk" FOREIGN KEY ("audio_media_id") REFERENCES "public"."media"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_and_listen_items" ADD CONSTRAINT "push_and_listen_items_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_and_listen_items" ADD CONSTRAINT "push_and_listen_items_deleted_by_id_users_id_fk" FOREIGN KEY ("deleted_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_uploaded_by_id_users_id_fk" FOREIGN KEY ("uploaded_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_requests" ADD CONSTRAINT "media_requests_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_requests" ADD CONSTRAINT "media_requests_post_id_community_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."community_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_profiles" ADD CONSTRAINT "class_profiles_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_profiles" ADD CONSTRAINT "class_profiles_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_deleted_by_id_users_id_fk" FOREIGN KEY ("deleted_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_textbook_id_textbooks_id_fk" FOREIGN KEY ("textbook_id") REFERENCES "public"."textbooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_deleted_by_id_users_id_fk" FOREIGN KEY ("deleted_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "textbooks" ADD CONSTRAINT "textbooks_thumbnail_media_id_media_id_fk" FOREIGN KEY ("thumbnail_media_id") REFERENCES "public"."media"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "textbooks" ADD CONSTRAINT "textbooks_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "textbooks" ADD CONSTRAINT "textbooks_deleted_by_id_users_id_fk" FOREIGN KEY ("deleted_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_invited_by_id_users_id_fk" FOREIGN KEY ("invited_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_deleted_by_id_users_id_fk" FOREIGN KEY ("deleted_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_token_hash_unique" ON "account_links" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_live_unique" ON "account_links" USING btree ("user_id","purpose") WHERE "account_links"."used_at" is null and "account_links"."voided_at" is null;--> statement-breakpoint
CREATE INDEX "account_links_user_idx" ON "account_links" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "account_links_requested_by_idx" ON "account_links" USING btree ("requested_by_id");--> statement-breakpoint
CREATE INDEX "account_links_expires_idx" ON "account_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "refresh_families_user_idx" ON "refresh_families" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refresh_families_expires_idx" ON "refresh_families" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_tokens_token_hash_unique" ON "refresh_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_tokens_parent_unique" ON "refresh_tokens" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_family_idx" ON "refresh_tokens" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_entity_idx" ON "audit_log" USING btree ("entity","entity_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "class_secondary_teachers_position_unique" ON "class_secondary_teachers" USING btree ("class_id","position");--> statement-breakpoint
CREATE INDEX "class_secondary_teachers_teacher_idx" ON "class_secondary_teachers" USING btree ("teacher_id");--> statement-breakpoint
CREATE UNIQUE INDEX "classes_class_code_unique" ON "classes" USING btree ("class_code");--> statement-breakpoint
CREATE UNIQUE INDEX "classes_class_hash_code_unique" ON "classes" USING btree ("class_hash_code");--> statement-breakpoint
CREATE INDEX "classes_name_idx" ON "classes" USING btree (lower("class_name"),"id") WHERE "classes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "classes_status_idx" ON "classes" USING btree ("status","id") WHERE "classes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "classes_start_date_idx" ON "classes" USING btree ("start_date","id") WHERE "classes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "classes_end_date_idx" ON "classes" USING btree ("end_date","id") WHERE "classes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "classes_created_idx" ON "classes" USING btree ("created_at","id") WHERE "classes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "classes_deleted_idx" ON "classes" USING btree ("deleted_at") WHERE "classes"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "classes_textbook_idx" ON "classes" USING btree ("textbook_id");--> statement-breakpoint
CREATE INDEX "classes_main_teacher_idx" ON "classes" USING btree ("main_teacher_id");--> statement-breakpoint
CREATE INDEX "classes_school_administrator_idx" ON "classes" USING btree ("school_administrator_id");--> statement-breakpoint
CREATE INDEX "classes_search_text_idx" ON "classes" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "classes_updated_by_idx" ON "classes" USING btree ("updated_by_id") WHERE "classes"."updated_by_id" is not null;--> statement-breakpoint
CREATE INDEX "classes_deleted_by_idx" ON "classes" USING btree ("deleted_by_id") WHERE "classes"."deleted_by_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "community_post_reports_profile_unique" ON "community_post_reports" USING btree ("post_id","profile_id");--> statement-breakpoint
CREATE INDEX "community_post_reports_open_idx" ON "community_post_reports" USING btree ("created_at") WHERE "community_post_reports"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "community_post_reports_profile_idx" ON "community_post_reports" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "community_post_reports_resolved_by_idx" ON "community_post_reports" USING btree ("resolved_by_id");--> statement-breakpoint
CREATE INDEX "community_posts_wall_idx" ON "community_posts" USING btree ("class_id","lesson_id","created_at","id") WHERE "community_posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "community_posts_queue_idx" ON "community_posts" USING btree ("class_id","created_at","id") WHERE "community_posts"."state" = 'pending' and "community_posts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "community_posts_class_idx" ON "community_posts" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "community_posts_lesson_idx" ON "community_posts" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "community_posts_profile_idx" ON "community_posts" USING btree ("profile_id","created_at");--> statement-breakpoint
CREATE INDEX "community_posts_decided_by_idx" ON "community_posts" USING btree ("decided_by_id");--> statement-breakpoint
CREATE INDEX "community_posts_media_idx" ON "community_posts" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "community_posts_thumbnail_media_idx" ON "community_posts" USING btree ("thumbnail_media_id");--> statement-breakpoint
CREATE INDEX "community_posts_deleted_idx" ON "community_posts" USING btree ("deleted_at") WHERE "community_posts"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "community_posts_updated_by_idx" ON "community_posts" USING btree ("updated_by_id") WHERE "community_posts"."updated_by_id" is not null;--> statement-breakpoint
CREATE INDEX "community_posts_deleted_by_idx" ON "community_posts" USING btree ("deleted_by_id") WHERE "community_posts"."deleted_by_id" is not null;--> statement-breakpoint
CREATE INDEX "community_reactions_profile_idx" ON "community_reactions" USING btree ("profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contents_hash_code_unique" ON "contents" USING btree ("hash_code");--> statement-breakpoint
CREATE INDEX "contents_lesson_idx" ON "contents" USING btree ("lesson_id","position","id");--> statement-breakpoint
CREATE INDEX "contents_deleted_idx" ON "contents" USING btree ("deleted_at") WHERE "contents"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "contents_page_image_media_idx" ON "contents" USING btree ("page_image_media_id");--> statement-breakpoint
CREATE INDEX "contents_audio_media_idx" ON "contents" USING btree ("audio_media_id");--> statement-breakpoint
CREATE INDEX "contents_search_text_idx" ON "contents" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contents_updated_by_idx" ON "contents" USING btree ("updated_by_id") WHERE "contents"."updated_by_id" is not null;--> statement-breakpoint
CREATE INDEX "contents_deleted_by_idx" ON "contents" USING btree ("deleted_by_id") WHERE "contents"."deleted_by_id" is not null;--> statement-breakpoint
CREATE INDEX "push_and_listen_items_content_idx" ON "push_and_listen_items" USING btree ("content_id","position","id");--> statement-breakpoint
CREATE INDEX "push_and_listen_items_audio_media_idx" ON "push_and_listen_items" USING btree ("audio_media_id");--> statement-breakpoint
CREATE INDEX "push_and_listen_items_updated_by_idx" ON "push_and_listen_items" USING btree ("updated_by_id") WHERE "push_and_listen_items"."updated_by_id" is not null;--> statement-breakpoint
CREATE INDEX "push_and_listen_items_deleted_by_idx" ON "push_and_listen_items" USING btree ("deleted_by_id") WHERE "push_and_listen_items"."deleted_by_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "media_storage_key_unique" ON "media" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "media_list_idx" ON "media" USING btree ("purpose","kind","created_at","id");--> statement-breakpoint
CREATE INDEX "media_uploaded_by_idx" ON "media" USING btree ("uploaded_by_id");--> statement-breakpoint
CREATE INDEX "media_profile_idx" ON "media" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "media_search_text_idx" ON "media" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "media_requests_source_key_unique" ON "media_requests" USING btree ("source_key");--> statement-breakpoint
CREATE INDEX "media_requests_open_idx" ON "media_requests" USING btree ("created_at") WHERE "media_requests"."state" in ('pending', 'processing');--> statement-breakpoint
CREATE INDEX "media_requests_profile_idx" ON "media_requests" USING btree ("profile_id","created_at");--> statement-breakpoint
CREATE INDEX "media_requests_post_idx" ON "media_requests" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "class_profiles_profile_idx" ON "class_profiles" USING btree ("profile_id","last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_token_hash_unique" ON "devices" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "devices_last_seen_idx" ON "devices" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "profiles_device_idx" ON "profiles" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "profiles_deleted_idx" ON "profiles" USING btree ("deleted_at") WHERE "profiles"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "profiles_updated_by_idx" ON "profiles" USING btree ("updated_by_id") WHERE "profiles"."updated_by_id" is not null;--> statement-breakpoint
CREATE INDEX "profiles_deleted_by_idx" ON "profiles" USING btree ("deleted_by_id") WHERE "profiles"."deleted_by_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "lessons_hash_code_unique" ON "lessons" USING btree ("hash_code");--> statement-breakpoint
CREATE INDEX "lessons_textbook_idx" ON "lessons" USING btree ("textbook_id","position","id");--> statement-breakpoint
CREATE INDEX "lessons_deleted_idx" ON "lessons" USING btree ("deleted_at") WHERE "lessons"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "lessons_search_text_idx" ON "lessons" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "lessons_updated_by_idx" ON "lessons" USING btree ("updated_by_id") WHERE "lessons"."updated_by_id" is not null;--> statement-breakpoint
CREATE INDEX "lessons_deleted_by_idx" ON "lessons" USING btree ("deleted_by_id") WHERE "lessons"."deleted_by_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "textbooks_hash_code_unique" ON "textbooks" USING btree ("hash_code");--> statement-breakpoint
CREATE UNIQUE INDEX "textbooks_short_code_unique" ON "textbooks" USING btree (upper("short_code")) WHERE "textbooks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "textbooks_name_idx" ON "textbooks" USING btree (lower("name"),"id") WHERE "textbooks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "textbooks_created_idx" ON "textbooks" USING btree ("created_at","id") WHERE "textbooks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "textbooks_deleted_idx" ON "textbooks" USING btree ("deleted_at") WHERE "textbooks"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "textbooks_thumbnail_media_idx" ON "textbooks" USING btree ("thumbnail_media_id");--> statement-breakpoint
CREATE INDEX "textbooks_search_text_idx" ON "textbooks" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "textbooks_updated_by_idx" ON "textbooks" USING btree ("updated_by_id") WHERE "textbooks"."updated_by_id" is not null;--> statement-breakpoint
CREATE INDEX "textbooks_deleted_by_idx" ON "textbooks" USING btree ("deleted_by_id") WHERE "textbooks"."deleted_by_id" is not null;--> statement-breakpoint
CREATE INDEX "page_views_started_idx" ON "page_views" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "page_views_class_idx" ON "page_views" USING btree ("class_id","started_at");--> statement-breakpoint
CREATE INDEX "page_views_textbook_idx" ON "page_views" USING btree ("textbook_id","started_at");--> statement-breakpoint
CREATE INDEX "page_views_profile_idx" ON "page_views" USING btree ("profile_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree (lower("last_name"),lower("first_name"),"id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_role_idx" ON "users" USING btree ("role","status","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_status_idx" ON "users" USING btree ("status","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_created_idx" ON "users" USING btree ("created_at","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_last_sign_in_idx" ON "users" USING btree ("last_sign_in_at","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_invited_by_idx" ON "users" USING btree ("invited_by_id");--> statement-breakpoint
CREATE INDEX "users_deleted_idx" ON "users" USING btree ("deleted_at") WHERE "users"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "users_search_text_idx" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_updated_by_idx" ON "users" USING btree ("updated_by_id") WHERE "users"."updated_by_id" is not null;--> statement-breakpoint
CREATE INDEX "users_deleted_by_idx" ON "users" USING btree ("deleted_by_id") WHERE "users"."deleted_by_id" is not null;