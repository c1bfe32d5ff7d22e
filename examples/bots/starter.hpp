// The protocol, for the starters beside it: they only say what a move is worth.
//
// A starter calls play(worth). worth(move, view, me) returns a number: `view` is what the player
// sees, in names (docs/reference/bot-protocol.md), `me` the player's number.

#pragma once
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

// A value of JSON: what it is not, is empty, 0 or false.
struct Json {
    std::string text;               // of a string
    double number = 0;              // of a number; 1 for true
    std::vector<std::string> keys;  // of an object
    std::vector<Json> items;        // of a list, or the values of an object

    bool has(const std::string& key) const { return find(key) < keys.size(); }
    size_t size() const { return items.size(); }
    const Json& operator[](size_t at) const { return items.at(at); }
    const Json& operator[](const std::string& key) const {
        static const Json none;
        size_t at = find(key);
        return at < keys.size() ? items[at] : none;
    }

  private:
    size_t find(const std::string& key) const {
        size_t at = 0;
        while (at < keys.size() && keys[at] != key) at++;
        return at;
    }
};

// Reads one value. The lines of the protocol are right, so nothing is checked.
class Reader {
  public:
    explicit Reader(const std::string& line) : at(line.c_str()) {}

    Json value() {
        Json found;
        if (*at == '"') {
            found.text = string();
        } else if (*at == '[' || *at == '{') {
            char end = *at++ == '[' ? ']' : '}';
            while (*at != end) {
                if (end == '}') {
                    found.keys.push_back(string());
                    at++;  // the colon
                }
                found.items.push_back(value());
                if (*at == ',') at++;
            }
            at++;
        } else if (*at == 't' || *at == 'f' || *at == 'n') {
            found.number = *at == 't';
            at += *at == 'f' ? 5 : 4;
        } else {
            char* end;
            found.number = std::strtod(at, &end);
            at = end;
        }
        return found;
    }

  private:
    const char* at;

    std::string string() {
        std::string found;
        for (at++; *at != '"'; at++) {
            if (*at == '\\') at++;  // names and moves have no other escapes than quotes
            found += *at;
        }
        at++;
        return found;
    }
};

inline std::vector<std::string> split(const std::string& text, char at = ' ') {
    std::vector<std::string> words(1);
    for (char c : text) {
        if (c == at) words.emplace_back();
        else words.back() += c;
    }
    return words;
}

// Answers each request with the move that is worth most; of equal ones with any.
template <class Worth> void play(Worth worth) {
    std::mt19937 random(std::random_device{}());
    std::string line;
    Json view;
    size_t me = 0;
    while (std::getline(std::cin, line)) {
        Json request = Reader(line).value();
        if (request.has("over")) return;  // the last line only tells how it ended
        if (request.has("view")) {        // else it goes on with a question of ours
            view = request["view"];
            me = static_cast<size_t>(request["player"].number);
        }
        bool listed = request.has("legal");
        std::string best;
        double most = 0;
        bool whole = true;
        for (const Json& item : request[listed ? "legal" : "next"].items) {
            const std::string& move = listed ? item.text : item["words"].text;
            double value = worth(move, view, me) + 1e-6 * (random() % 1000);
            if (!best.empty() && value <= most) continue;
            best = move;
            most = value;
            whole = listed || item["whole"].number > 0;
        }
        // Where moves are too many to list, ask what can follow until one is whole.
        std::cout << (whole ? "" : "? ") << best << std::endl;
    }
}
