package io.argus.core.page;

import com.google.gson.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Argus page of one server: answers the path of a request with an HTML page, a file that the
 * page loads, or a JSON document. It changes nothing and is independent of servlets.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ArgusPage {
  /** Version of all JSON documents. It grows when a member changes its meaning or goes. */
  public static final int JSON_VERSION = 2;

  /**
   * Path of the page on its server; everything else is below it. All links of the page are
   * relative, so that a proxy may put it below another path.
   */
  public static final String ROOT = "/argus/";

  private static final Logger LOG = LoggerFactory.getLogger(ArgusPage.class);

  private final Map<String, PageReply> assets;
  private final Map<String, Function<PageQuery, String>> documents;

  private ArgusPage(Builder builder) {
    assets = Collections.unmodifiableMap(new HashMap<>(builder.assets));
    documents = Collections.unmodifiableMap(new HashMap<>(builder.documents));
  }

  /**
   * @param owner class in whose package the resources of the page are
   * @param html resource with the page
   */
  public static Builder builder(Class<?> owner, String html) {
    return new Builder(owner)
        .asset(ArgusPage.class, "argus.css", "text/css; charset=utf-8")
        .script(ArgusPage.class, "page.js")
        .script(ArgusPage.class, "charts.js")
        .script(ArgusPage.class, "range.js")
        .script(ArgusPage.class, "time.js")
        .script(ArgusPage.class, "navigation.js")
        .script(ArgusPage.class, "breadcrumb.js")
        .html(html);
  }

  /**
   * Answers a GET request; empty if the path is not one of the page.
   *
   * @param path of the request, without query
   * @param query what follows the question mark, still encoded; null without parameters
   */
  public Optional<PageReply> get(String path, @Nullable String query) {
    if ((path + "/").equals(ROOT)) {
      return Optional.of(PageReply.moved("argus/"));
    }
    if (!path.startsWith(ROOT)) {
      return Optional.empty();
    }
    String name = path.substring(ROOT.length());
    PageReply asset = assets.get(name);
    if (asset != null) {
      return Optional.of(asset);
    }
    Function<PageQuery, String> document = documents.get(name);
    return document == null ? Optional.empty() : Optional.of(made(document, name, query));
  }

  private static PageReply made(
      Function<PageQuery, String> document, String name, @Nullable String query) {
    try {
      return PageReply.json(document.apply(PageQuery.of(query)));
    } catch (IllegalArgumentException e) {
      return PageReply.error(400, error(String.valueOf(e.getMessage())));
    } catch (ComputingException e) {
      return PageReply.computing(e.retrySeconds(), error(String.valueOf(e.getMessage())));
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("{}{} cannot be made", ROOT, name, e);
      return PageReply.error(500, error(e.toString()));
    }
  }

  /**
   * Returns the JSON of a document: the version of the format, when its figures were taken, and its
   * members.
   */
  public static JsonObject document(long takenMillis, JsonObject members) {
    JsonObject document = new JsonObject();
    document.addProperty("version", JSON_VERSION);
    document.addProperty("takenMillis", takenMillis);
    members.entrySet().forEach(member -> document.add(member.getKey(), member.getValue()));
    return document;
  }

  private static String error(String message) {
    JsonObject error = new JsonObject();
    error.addProperty("version", JSON_VERSION);
    error.addProperty("error", message);
    return error.toString();
  }

  /** Collects the parts of a page. Not safe for use by several threads. */
  public static final class Builder {
    private final Class<?> owner;
    private final Map<String, PageReply> assets = new HashMap<>();
    private final Map<String, Function<PageQuery, String>> documents = new HashMap<>();

    private Builder(Class<?> owner) {
      this.owner = owner;
    }

    private Builder html(String resource) {
      assets.put("", PageReply.ok("text/html; charset=utf-8", bytes(owner, resource)));
      return this;
    }

    /** Adds a script in the package of the owner. */
    public Builder script(String resource) {
      return script(owner, resource);
    }

    private Builder script(Class<?> beside, String resource) {
      return asset(beside, resource, "text/javascript; charset=utf-8");
    }

    private Builder asset(Class<?> beside, String resource, String contentType) {
      assets.put(resource, PageReply.ok(contentType, bytes(beside, resource)));
      return this;
    }

    /**
     * Adds a JSON document.
     *
     * @param document makes it for each request; throws a {@link ComputingException} while it is
     *     not there yet, and an IllegalArgumentException, whose message the client gets, if the
     *     query cannot be answered
     */
    public Builder document(String name, Function<PageQuery, String> document) {
      documents.put(name, document);
      return this;
    }

    public ArgusPage build() {
      return new ArgusPage(this);
    }

    private static byte[] bytes(Class<?> beside, String resource) {
      try (InputStream in = beside.getResourceAsStream(resource)) {
        if (in == null) {
          throw new IllegalStateException("resource " + resource + " is not in the jar");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          out.write(buffer, 0, read);
        }
        return out.toByteArray();
      } catch (IOException e) {
        throw new IllegalStateException("resource " + resource + " cannot be read", e);
      }
    }
  }
}
